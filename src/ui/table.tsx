import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { figures } from "#src/shared/counted.ts";
import { type Cents, formatChange, formatUsd } from "#src/shared/money.ts";
import { cx } from "./class-names.ts";
import { ChevronLeft, ChevronRight, Icon, X } from "./icons.tsx";

export type Column = {
  key: string;
  label: ReactNode;
  /** Figures stand at the right. */
  right?: boolean;
  className?: string;
  sorted?: "ascending" | "descending";
  /** For columns of buttons: the label is read, not seen. */
  quiet?: boolean;
};

export type TableProps = {
  caption: string;
  columns: readonly Column[];
  /** boxed: inside a panel. tight: dense rows. hover: rows answer the mouse. cards: each row a card on phones. */
  boxed?: boolean;
  tight?: boolean;
  hover?: boolean;
  cards?: boolean;
  className?: string;
  foot?: ReactNode;
  /** What a link past the head leads to. */
  bodyId?: string;
  /** The rows, `<tr>` with `<td>`. */
  children: ReactNode;
};

/** A real table with a caption that is read, not seen. */
export const Table = ({
  caption,
  columns,
  boxed,
  tight,
  hover,
  cards,
  className,
  foot,
  bodyId,
  children,
}: TableProps) => (
  <table className={cx("table", boxed && "boxed", tight && "tight", hover && "hover", cards && "cards", className)}>
    <caption className="vh">{caption}</caption>
    <thead>
      <tr>
        {columns.map(({ key, label, right, className: columnClass, sorted, quiet }) => (
          <th key={key} scope="col" className={cx(right && "r", columnClass) || undefined} aria-sort={sorted}>
            {quiet ? <span className="vh">{label}</span> : label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody id={bodyId} tabIndex={bodyId ? -1 : undefined}>
      {children}
    </tbody>
    {foot && <tfoot>{foot}</tfoot>}
  </table>
);

export type PagerProps = {
  /** Addresses of the neighbours; leave out where there is none. */
  newer?: string | undefined;
  older?: string | undefined;
  /** What the pages are of, where one screen has several lists. */
  label?: string;
  /** What its two links say, where a list is not sorted by time. */
  labels?: readonly [back: string, on: string] | undefined;
  /** "50 orders on this page" */
  children?: ReactNode;
};

/** Newer and older: lists are walked by their order in time, without page numbers. */
export const Pager = ({ newer, older, label = "Pages", labels = ["Newer", "Older"], children }: PagerProps) => (
  <nav
    className="flex flex-wrap items-center justify-between gap-4 pt-4 text-(length:--text-sm) text-ink-2"
    aria-label={label}
  >
    <span className="num">{children}</span>
    <span className="row [--gap:4px]">
      {newer && (
        <Link className="btn btn-quiet btn-sm" to={newer} rel="prev">
          <Icon of={ChevronLeft} />
          {labels[0]}
        </Link>
      )}
      {older && (
        <Link className="btn btn-quiet btn-sm" to={older} rel="next">
          {labels[1]}
          <Icon of={ChevronRight} />
        </Link>
      )}
    </span>
  </nav>
);

/** Moves a strip that is wider than the page to the tab of this address. */
const showCurrent = (strip: HTMLElement | null) => {
  const tab = strip?.querySelector<HTMLElement>("[aria-current]");
  if (strip && tab) strip.scrollLeft = tab.offsetLeft - strip.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
};

export type FilterTab = { to: string; label: ReactNode; count?: number | string; current?: boolean };

/** Views of one list as a strip of links; the strip scrolls on phones. */
export const FilterTabs = ({
  label,
  tabs,
  className,
}: {
  label: string;
  tabs: readonly FilterTab[];
  className?: string;
}) => {
  const strip = useRef<HTMLElement>(null);
  const here = tabs.find(({ current }) => current)?.to;
  useEffect(() => {
    if (here) showCurrent(strip.current);
  }, [here]);
  return (
    <nav ref={strip} className={cx("tabs", className)} aria-label={label}>
      {tabs.map(({ to, label: name, count, current }) => (
        <Link key={to} to={to} aria-current={current ? "page" : undefined} preventScrollReset>
          {name} {count !== undefined && <small>{typeof count === "number" ? figures(count) : count}</small>}
        </Link>
      ))}
    </nav>
  );
};

/** A filter that is on, with a link that takes it off. */
export const FilterChip = ({ off, label, children }: { off: string; label: string; children: ReactNode }) => (
  <span className="inline-flex min-h-11 items-center rounded-sm border border-pen bg-pen-tint pl-3.5 text-[1rem] whitespace-nowrap text-pen">
    {children}
    <Link className="btn-icon -my-px text-inherit" to={off} aria-label={label} preventScrollReset>
      <Icon of={X} />
    </Link>
  </span>
);

/** Cents as printed money: "$1,500.00". `change` writes an effect instead: "+ $8.40", "− $11.70", "no change". */
export const Money = ({ cents, change = false }: { cents: Cents; change?: boolean }) => (
  <span className="num nowrap" translate="no">
    {change ? formatChange(cents) : formatUsd(cents)}
  </span>
);
