import type { ReactNode } from "react";
import { PageHead, Prose } from "#src/ui/reading.tsx";

type PartLine = { id: string; label: string };

type Props = { title: string; lede?: ReactNode; lines: readonly PartLine[]; children: ReactNode };

/** A long page: its title, a list of its parts that stays in view, and the parts. */
export const LongPage = ({ title, lede, lines, children }: Props) => (
  <main id="main" className="wrap long-page">
    <header>
      <h1 className="d2">{title}</h1>
      {lede && <p className="lede-serif">{lede}</p>}
    </header>
    <nav className="page-contents" aria-labelledby="contents">
      <h2 id="contents">On this page</h2>
      <ol>
        {lines.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`}>{label}</a>
          </li>
        ))}
      </ol>
    </nav>
    <div className="long-page-parts">{children}</div>
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
