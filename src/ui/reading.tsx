import type { CSSProperties, ReactNode } from "react";
import { Link } from "react-router";
import { barPercent } from "#src/shared/money.ts";
import { cx } from "./class-names.ts";
import { ChevronDown, Icon, Printer } from "./icons.tsx";

/** Long text in a readable measure, with headings, lists and links set. */
export const Prose = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={cx("prose", className)}>{children}</div>
);

/** Words of somebody, as they were written. */
export const QuotedText = ({ className, children }: { className?: string; children: ReactNode }) => (
  <blockquote
    className={cx("border-l-2 border-rule-strong pl-3 font-serif whitespace-pre-wrap wrap-anywhere", className)}
  >
    {children}
  </blockquote>
);

export type PageHeadProps = {
  title: ReactNode;
  /** d2 for pages, d3 for the admin area and for details, d1 for the start page alone. */
  size?: "d1" | "d2" | "d3";
  lede?: ReactNode;
  actions?: ReactNode;
};

/** The title of a page, a sentence below, and what can be done with the whole page. */
export const PageHead = ({ title, size = "d2", lede, actions }: PageHeadProps) => (
  <header className="page-head">
    <div>
      <h1 className={size}>{title}</h1>
      {lede && <p className={size === "d2" ? "lede" : "soft"}>{lede}</p>}
    </div>
    {actions && <div className="acts">{actions}</div>}
  </header>
);

export type Step = { to?: string; label: ReactNode };

/** Where this page is; the last step is the page itself. */
export const Crumbs = ({ steps }: { steps: readonly Step[] }) => (
  <nav className="crumb row text-(length:--text-sm) text-ink-3 [--gap:10px]" aria-label="You are here">
    {steps.map(({ to, label }, at) => (
      <span key={to ?? "here"} className="contents">
        {at > 0 && <span aria-hidden="true">/</span>}
        {to ? (
          <Link to={to} className="inline-flex min-h-11 items-center">
            {label}
          </Link>
        ) : (
          <span aria-current="page">{label}</span>
        )}
      </span>
    ))}
  </nav>
);

export type Term = { key: string; term: ReactNode; value: ReactNode };

/** Names and values, a line each. */
export const TermList = ({ terms, small }: { terms: readonly Term[]; small?: boolean }) => (
  <dl className={cx("border-t border-rule", small && "small")}>
    {terms.map(({ key, term, value }) => (
      <div
        key={key}
        className={cx(
          "grid grid-cols-[minmax(7rem,1fr)_minmax(0,2fr)] gap-x-6 gap-y-1 border-b border-rule max-md:grid-cols-[minmax(6rem,1fr)_minmax(0,2fr)] max-md:gap-x-4 max-md:gap-y-0.5",
          small ? "py-2" : "py-[11px]",
        )}
      >
        <dt className="muted">{term}</dt>
        <dd className="num wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);

/** A few large figures side by side, each with its unit. */
export const Facts = ({
  facts,
}: {
  facts: readonly { key: string; term: ReactNode; value: ReactNode; unit?: ReactNode }[];
}) => (
  <dl className="facts quiet-terms">
    {facts.map(({ key, term, value, unit }) => (
      <div key={key}>
        <dt>{term}</dt>
        <dd>
          <span translate={typeof value === "string" && value.includes("$") ? "no" : undefined}>{value}</span>
          {unit && <small> {unit}</small>}
        </dd>
      </div>
    ))}
  </dl>
);

export type Question = { question: string; answer: ReactNode };

/** Questions that open; the first is open from the start. */
export const Questions = ({ items }: { items: readonly Question[] }) => (
  <div className="qa mt-3 border-t border-rule-strong">
    {items.map(({ question, answer }, at) => (
      <details key={question} open={at === 0} className="border-b border-rule-strong">
        <summary className="flex min-h-14 items-center justify-between gap-4 font-semibold">
          {question}
          <Icon of={ChevronDown} />
        </summary>
        {typeof answer === "string" ? <p>{answer}</p> : answer}
      </details>
    ))}
  </div>
);

export type PriceStep = { key: string; label: ReactNode; note?: ReactNode; price: ReactNode; cents: number };

/** What the deadline does to one price: each step as high as it costs, the last one solid. */
export const DeadlineChart = ({ label, steps }: { label: string; steps: readonly PriceStep[] }) => {
  const most = Math.max(1, ...steps.map((step) => step.cents));
  return (
    <ol className="deadline-chart" aria-label={label} style={{ "--n": steps.length } as CSSProperties}>
      {steps.map(({ key, label: name, note, price, cents }) => (
        <li key={key}>
          <b translate="no">{price}</b>
          <i style={{ "--part": barPercent(cents, most) } as CSSProperties} />
          <span>{name}</span>
          {note && <small className="meta">{note}</small>}
        </li>
      ))}
    </ol>
  );
};

export type Moment = {
  key: string;
  state: "done" | "now" | "next";
  title: ReactNode;
  at?: ReactNode;
  note?: ReactNode;
};

/** What happened, what happens now, what comes next. `at` should be a `<time>`. */
export const Timeline = ({ moments }: { moments: readonly Moment[] }) => (
  <ol className="timeline">
    {moments.map(({ key, state, title, at, note }) => (
      <li key={key} className={state} aria-current={state === "now" ? "step" : undefined}>
        <b>{title}</b>
        {at}
        {note && <p>{note}</p>}
      </li>
    ))}
  </ol>
);

/** Prints this page; only where scripts work. */
export const PrintButton = ({ children = "Print" }: { children?: ReactNode }) => (
  <button type="button" className="btn btn-outline btn-sm js-only" onClick={() => window.print()}>
    <Icon of={Printer} />
    {children}
  </button>
);
