import { Fragment } from "react";
import { Link } from "react-router";
import { cx } from "../class-names.ts";
import { ArrowDown, ArrowUp, ChevronsUpDown, Icon } from "../icons.tsx";
import { Table } from "../table.tsx";
import type { ListColumn, Listed, TableOf } from "./list.ts";

/** Which of a column's two sorts is on: 0, 1, or -1 for none. */
const sortAt = <R extends { id: string }, V extends Listed<R>>({ sorts }: ListColumn<R, V>, { ask }: V): number =>
  sorts?.indexOf(ask.sort ?? "") ?? -1;

const isFalling = <R, V>({ rises = false }: ListColumn<R, V>, at: number): boolean => (at === 0) !== rises;

type HeadProps<R extends { id: string }, V extends Listed<R>> = {
  list: TableOf<R, V>;
  column: ListColumn<R, V>;
  view: V;
};

/** The head of a column that can be sorted: a press turns to its first sort, then to the other. */
const Sorter = <R extends { id: string }, V extends Listed<R>>({ list, column, view }: HeadProps<R, V>) => {
  const at = sortAt(column, view);
  const [first = "", second = ""] = column.sorts ?? [];
  const drawing = isFalling(column, at) ? ArrowDown : ArrowUp;
  return (
    <Link
      className={at < 0 ? "sorter" : "sorter on"}
      to={list.address.toNamed(view.ask, { sort: at === 0 ? second : first })}
      preventScrollReset
    >
      {column.label}
      <Icon of={at < 0 ? ChevronsUpDown : drawing} />
    </Link>
  );
};

function headOf<R extends { id: string }, V extends Listed<R>>(list: TableOf<R, V>, column: ListColumn<R, V>, view: V) {
  const { key, label, head = label, right, quiet, className, sorts, sorted } = column;
  const at = sortAt(column, view);
  const direction = isFalling(column, at) ? "descending" : "ascending";
  return {
    ...{ key, right, quiet, className },
    label: sorts ? <Sorter list={list} column={column} view={view} /> : head,
    sorted: at < 0 ? sorted : (direction as "descending" | "ascending"),
  };
}

/** One page of a list, a row each; how rows become cards on phones is a matter of its class. */
export function ListTable<R extends { id: string }, V extends Listed<R>>({
  list,
  view,
}: {
  list: TableOf<R, V>;
  view: V;
}) {
  const columns = list.columns.filter(({ shown }) => shown?.(view) ?? true);
  const foot = columns.slice(1).some((one) => one.foot) && (
    <tr>
      {columns.map(({ key, className, right, card, foot: sum }) => (
        <td key={key} className={cx(right && "r", className) || undefined} data-label={sum && card}>
          {sum?.(view)}
        </td>
      ))}
    </tr>
  );
  return (
    <Table
      caption={list.caption}
      columns={columns.map((column) => headOf(list, column, view))}
      boxed
      tight
      hover
      className={list.className}
      bodyId="rows"
      foot={foot}
    >
      {view.rows.map((row) => {
        const opened = list.opened?.(row, view);
        return (
          <Fragment key={row.id}>
            <tr data-row="" className={opened ? "open" : undefined}>
              {columns.map(({ key, cell, right, className, cellClass, card }) => (
                <td
                  key={key}
                  className={
                    cx(right && "r", className, typeof cellClass === "function" ? cellClass(row, view) : cellClass) ||
                    undefined
                  }
                  data-label={card}
                >
                  {cell(row, view)}
                </td>
              ))}
            </tr>
            {opened && (
              <tr className="opened">
                <td colSpan={columns.length}>{opened}</td>
              </tr>
            )}
          </Fragment>
        );
      })}
    </Table>
  );
}
