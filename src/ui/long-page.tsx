import type { ReactNode } from "react";
import { PageHead, Prose } from "#src/ui/reading.tsx";

type PartLine = { id: string; label: string };

type Props = { title: string; lede?: ReactNode; lines: readonly PartLine[]; children: ReactNode };

/** A long page: its title, a list of its parts that stays in view, and the parts. */
export const LongPage = ({ title, lede, lines, children }: Props) => (
  <main
    id="main"
    className="wrap grid grid-cols-1 items-start gap-8 pt-7 pb-18 lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:gap-x-16 lg:gap-y-12 lg:pt-12 lg:pb-28"
  >
    <header className="lg:col-start-2">
      <h1 className="d2">{title}</h1>
      {lede && <p className="lede-serif mt-3 max-w-176">{lede}</p>}
    </header>
    <nav
      className="page-contents lg:sticky lg:top-6 lg:col-start-1 lg:row-span-2 lg:row-start-1"
      aria-labelledby="contents"
    >
      <h2 id="contents" className="mb-1 font-sans text-sm/5 font-semibold">
        On this page
      </h2>
      <ol className="max-lg:flex max-lg:flex-wrap max-lg:gap-x-5 max-lg:gap-y-0">
        {lines.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`}>{label}</a>
          </li>
        ))}
      </ol>
    </nav>
    <div className="long-page-parts grid grid-cols-1 gap-14 lg:col-start-2">{children}</div>
  </main>
);

/** A part of a long page, at the address that its list of contents leads to. */
export const LongPart = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className="defer-render" aria-labelledby={id}>
    <h2 className="t1" id={id}>
      {title}
    </h2>
    {children}
  </section>
);

type InfoPageProps = {
  title: string;
  lede?: ReactNode;
  /** Short sections: their titles stand beside them where there is room. */
  sections?: boolean;
  children: ReactNode;
};

/** A page of information: title, a sentence, and text in a readable measure. */
export const InfoPage = ({ title, lede, sections = false, children }: InfoPageProps) => (
  <main id="main" className="wrap page">
    <PageHead title={title} lede={lede} />
    <Prose className={sections ? "beside" : ""}>{children}</Prose>
  </main>
);
