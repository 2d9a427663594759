import type { MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import { type Drawing, Icon } from "./icons.tsx";

export type EndingHeadProps = {
  /** A `Status`: what has just become true. */
  status: ReactNode;
  title: ReactNode;
  lede: ReactNode;
};

/** The top of a page that ends a way through forms: what is true now, in a word, a title and a sentence. */
export const EndingHead = ({ status, title, lede }: EndingHeadProps) => (
  <header className="ending-head">
    <div role="status">{status}</div>
    <h1 className="d2">{title}</h1>
    <p className="lede wrap-anywhere">{lede}</p>
  </header>
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
    <ol className="whatnext">
      {moments.map(({ when, whenMore, title, text, action }, at) => (
        <li key={title} className={at === 0 ? "here" : undefined}>
          <div className="t">
            <b>{when}</b> {whenMore}
          </div>
          <div>
            <h3>{title}</h3>
            <p>{text}</p>
            {action && <div className="row">{action}</div>}
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
    <b>{name}</b>
    <small>{note}</small>
  </>
);

/** One way to reach the shop: inside the product by the router, a mail by the browser. */
export const ReachLink = ({ to, onClick, ...face }: ReachLinkProps) =>
  to.startsWith("mailto:") ? (
    <a href={to}>
      <Face {...face} />
    </a>
  ) : (
    <Link to={to} onClick={onClick}>
      <Face {...face} />
    </Link>
  );

/** Ways to reach the shop, side by side. */
export const Reach = ({ children }: { children: ReactNode }) => (
  <section aria-labelledby="reach">
    <h2 className="t2 mb-3" id="reach">
      If you need us
    </h2>
    <div className="reach">{children}</div>
  </section>
);
