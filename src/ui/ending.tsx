import type { MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "./class-names.ts";
import { type Drawing, Icon } from "./icons.tsx";

export type EndingHeadProps = {
  /** A `Status`: what has just become true. */
  status: ReactNode;
  title: ReactNode;
  lede: ReactNode;
};

/** The top of a page that ends a way through forms: what is true now, in a word, a title and a sentence. */
export const EndingHead = ({ status, title, lede }: EndingHeadProps) => (
  <header className="max-w-184">
    <div role="status" className="[&>.status]:mb-3.5 [&>.status]:flex [&>.status]:text-[1rem]">
      {status}
    </div>
    <h1 className="d2">{title}</h1>
    <p className="lede mt-3 wrap-anywhere">{lede}</p>
  </header>
);

/** What can be done next, side by side. */
export const EndingActs = ({ children }: { children: ReactNode }) => (
  <div className="mt-6 flex flex-wrap gap-3 max-md:[&_.btn]:w-full">{children}</div>
);

export type NextMoment = {
  /** "Now", "Sat 28 November": when it is. */
  when: string;
  /** The rest of when: "18:00, New York, UTC−5". */
  whenMore?: ReactNode;
  title: string;
  text: string;
  /** What can be done about this moment. */
  action?: ReactNode;
};

type NextProps = { moments: readonly NextMoment[]; title?: string };

/** What happens next, each moment with its time; the first is now. */
export const NextMoments = ({ moments, title: heading = "What happens next" }: NextProps) => (
  <section aria-labelledby="nx">
    <h2 className="t2 mb-3" id="nx">
      {heading}
    </h2>
    <ol className="mt-2 border-t border-rule-strong">
      {moments.map(({ when, whenMore, title, text, action }, at) => (
        <li
          key={title}
          className="grid grid-cols-[9.5rem_minmax(0,1fr)] gap-x-6 gap-y-1 border-b border-rule py-4.5 max-md:grid-cols-[1fr] max-md:py-4"
        >
          <div className="num text-[1rem]/6 text-ink-2">
            <b className={cx("block font-semibold max-md:inline", at === 0 ? "text-pen" : "text-ink")}>{when}</b>{" "}
            {whenMore}
          </div>
          <div>
            <h3 className={cx("text-base/6 font-semibold", at === 0 && "text-pen")}>{title}</h3>
            <p className="soft text-[1rem]/6">{text}</p>
            {action && <div className="row mt-2 -ml-3 [--gap:8px]">{action}</div>}
          </div>
        </li>
      ))}
    </ol>
  </section>
);

type FaceProps = { icon: Drawing; name: string; note: string };
export type ReachLinkProps = FaceProps & { to: string; onClick?: (event: MouseEvent) => void };

const Face = ({ icon, name, note }: FaceProps) => (
  <>
    <Icon of={icon} />
    <b className="leading-6 font-semibold wrap-anywhere group-hover:text-pen group-hover:underline group-hover:decoration-1 group-hover:underline-offset-[0.2em]">
      {name}
    </b>
    <small className="text-sm/5 text-ink-3 wrap-anywhere">{note}</small>
  </>
);

const wayClass =
  "group grid min-h-23 grid-cols-[24px_1fr] content-start gap-x-2.5 gap-y-0.5 border-rule-strong p-4.5 text-ink no-underline not-first:border-l max-xl:min-h-16 max-xl:py-3 max-xl:not-first:border-t max-xl:not-first:border-l-0 [&>svg]:row-[1/3] [&>svg]:size-6 [&>svg]:text-pen";

/** One way to reach the shop: inside the product by the router, a mail by the browser. */
export const ReachLink = ({ to, onClick, ...face }: ReachLinkProps) =>
  to.startsWith("mailto:") ? (
    <a href={to} className={wayClass}>
      <Face {...face} />
    </a>
  ) : (
    <Link to={to} onClick={onClick} className={wayClass}>
      <Face {...face} />
    </Link>
  );

/** Ways to reach the shop, side by side. */
export const Reach = ({ children }: { children: ReactNode }) => (
  <section aria-labelledby="reach">
    <h2 className="t2 mb-3" id="reach">
      If you need us
    </h2>
    <div className="grid grid-cols-[minmax(0,4fr)_minmax(0,5fr)_minmax(0,4fr)] rounded-md border border-rule-strong bg-sheet max-xl:grid-cols-[1fr]">
      {children}
    </div>
  </section>
);
