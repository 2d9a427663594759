import type { ReactNode } from "react";
import type { Asked, ListAddress } from "#src/shared/list-address.ts";
import type { LiveList } from "../live/live-list.tsx";

/** What a list shows: what it was asked for, one page of rows, and where its neighbours begin. */
export type Listed<R extends { id: string }> = LiveList<R> & {
  ask: Asked;
  older?: string | null;
  newer?: string | null;
};

export type ListColumn<R, V> = {
  key: string;
  label: string;
  /** Stands in the head in place of the label. */
  head?: ReactNode;
  cell: (row: R, view: V) => ReactNode;
  /** Figures stand at the right. */
  right?: boolean;
  /** For columns of buttons: the label is read, not seen. */
  quiet?: boolean;
  /** Of the head and the cells. */
  className?: string;
  /** Of the cells alone. */
  cellClass?: string | ((row: R, view: V) => string);
  /** Said before the value where rows are cards. */
  card?: string;
  /** The two sorts of the column, the more useful one first; it is falling unless `rises`. */
  sorts?: readonly [string, string];
  rises?: boolean;
  /** Sorted so always: said to who cannot see it. */
  sorted?: "ascending" | "descending";
  /** Whether the column is there; it is unless this says no. */
  shown?: (view: V) => boolean;
  /** Below the rows: a line of sums, once a column that is right of the first has one. */
  foot?: (view: V) => ReactNode;
};

type Choice = { value: string; label: string };
/** A filter among few choices; `narrow`: only where heads of columns are not seen. */
type ListSelect = { name: string; label: string; choices: readonly Choice[]; narrow?: boolean };

/** A table of rows. */
export type TableOf<R extends { id: string }, V extends Listed<R>> = {
  address: ListAddress;
  /** What the table is, for who cannot see it. */
  caption: string;
  columns: readonly ListColumn<R, V>[];
  /** Which of the styles for cards and widths it has. */
  className: string;
  /** What stands below a row, over its whole width; null: the row is closed. */
  opened?: (row: R, view: V) => ReactNode;
};

/** What is around the rows of a list. */
type Frame<R extends { id: string }, V extends Listed<R>> = {
  address: ListAddress;
  /** What a row is, and rows: "1 person on this page". Without it the list has one page, and says nothing below it. */
  noun?: readonly [one: string, more: string];
  /** Views by `group`, or by another part of the address; a press on one takes `resets` out of it. */
  tabs?: {
    label: string;
    by?: string;
    labels: Readonly<Record<string, string>>;
    counts?: (view: V) => Readonly<Record<string, string | number>>;
    resets?: Asked;
  };
  search?: { label: string; placeholder: string };
  /** In place of a search: a form of its own. */
  filters?: (view: V) => ReactNode;
  selects?: (view: V) => readonly ListSelect[];
  /** At the end of the filters: a file of what is listed. */
  aside?: (view: V) => ReactNode;
  /** What `sort` may be, as it is said beside the count; with `sorts` of the columns. */
  sorts?: Readonly<Record<string, string>>;
  empty: (view: V) => ReactNode;
  /** The keys that the pager names, each a `b.kbd`; those to move and open unless given. */
  keys?: ReactNode;
  /** What the links of the pager say, where a list is not sorted by time. */
  pages?: readonly [back: string, on: string];
};

/**
 * A list of the admin area, declared once: adding a column, a filter or a sort is a line here. `body` draws rows that are
 * no table.
 */
export type ListOf<R extends { id: string }, V extends Listed<R>> = Frame<R, V> &
  (TableOf<R, V> | { body: (view: V) => ReactNode });
