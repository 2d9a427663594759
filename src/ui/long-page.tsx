import type { ReactNode } from "react";

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
