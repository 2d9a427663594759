import { Fragment, type ReactNode } from "react";
import { Link, useNavigation } from "react-router";
import { counted } from "#src/shared/counted.ts";
import { Button } from "../button.tsx";
import { cx } from "../class-names.ts";
import { Form } from "../form.tsx";
import { ArrowDown, ArrowUp, ChevronsUpDown, Icon } from "../icons.tsx";
import { BareSelect, SearchInput } from "../inputs.tsx";
import { News, useLiveList } from "../live/live-list.tsx";
import { NoScript } from "../no-script.tsx";
import { FilterTabs, Pager, Table } from "../table.tsx";
import type { ListColumn, Listed, ListOf, TableOf } from "./list.ts";
import { useActsOnChange } from "./use-acts-on-change.ts";

type Parts<R extends { id: string }, V extends Listed<R>> = { list: ListOf<R, V>; view: V };

/** The views of a list. */
const ListTabs = <R extends { id: string }, V extends Listed<R>>({ list: { tabs, address }, view }: Parts<R, V>) => {
  if (!tabs) return null;
  const { by = "group" } = tabs;
  const counts = tabs.counts?.(view) ?? {};
  const one = (group: string, label: string) => ({
    to: address.toNamed(view.ask, { ...tabs.resets, [by]: group }),
    label,
    count: counts[group],
    current: view.ask[by] === group,
  });
  return (
    <FilterTabs
      className="*:px-2.5 *:first:-ml-2.5"
      label={tabs.label}
      tabs={Object.entries(tabs.labels).map(([group, label]) => one(group, label))}
    />
  );
};

/** Search and filters as a GET form: the address says all of it, and without scripts a button sends it. */
const ListFilters = <R extends { id: string }, V extends Listed<R>>({ list, view }: Parts<R, V>) => {
  const { search, address } = list;
  const { ask } = view;
  const { form, onChange } = useActsOnChange(ask);
  const sorts = Object.entries(list.sorts ?? {}).map(([value, label]) => ({ value, label }));
  const selects = [
    ...(list.selects?.(view) ?? []),
    ...(sorts.length > 0 ? [{ name: "sort", label: "Sort", choices: sorts, narrow: true }] : []),
  ];
  const shownFields = ["search", "older", "newer", ...selects.map(({ name }) => name)];
  return (
    list.filters?.(view) ??
    (search && (
      <Form
        method="get"
        action={address.path}
        className={cx("filters dense", selects.length === 0 && "max-w-2xl")}
        role="search"
        preventScrollReset
        ref={form}
        onChange={onChange}
      >
        {Object.entries(ask).map(
          ([name, value]) =>
            value !== "" && !shownFields.includes(name) && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <SearchInput
          className={cx("grow", sorts.length > 0 && "md:max-[1152px]:basis-full")}
          defaultValue={ask.search}
          aria-label={search.label}
          placeholder={search.placeholder}
          maxLength={200}
        />
        {selects.map(({ name, label, choices, narrow }) => (
          <span
            key={name}
            className={narrow ? "flex-none max-md:flex-[1_1_100%] max-[1152px]:block min-[1152px]:hidden" : "contents"}
          >
            <BareSelect name={name} aria-label={label} defaultValue={ask[name]} choices={choices} />
          </span>
        ))}
        <NoScript>
          <Button variant="outline" small>
            Filter
          </Button>
        </NoScript>
        {list.aside?.(view)}
      </Form>
    ))
  );
};

const ListPager = <R extends { id: string }, V extends Listed<R>>({ list, view }: Parts<R, V>) => {
  const { ask, rows, older, newer } = view;
  const { noun, keys } = list;
  if (rows.length === 0 || !(noun || keys)) return null;
  const sorted = list.sorts?.[ask.sort ?? ""];
  return (
    <Pager
      newer={newer ? list.address.toNamed(ask, { newer }) : undefined}
      older={older ? list.address.toNamed(ask, { older }) : undefined}
      labels={list.pages}
    >
      {noun && (
        <span>{`${counted(rows.length, ...noun)} on this page${sorted ? `, ${sorted.toLowerCase()}` : ""}`}</span>
      )}
      <span className="inline-flex items-center gap-1.5 text-ink-3 max-xl:hidden [span+&]:ml-6" aria-hidden="true">
        {keys ?? (
          <>
            <b className="kbd">J</b> <b className="kbd">K</b> move <b className="kbd">Enter</b> opens
          </>
        )}
      </span>
    </Pager>
  );
};

type Props<R extends { id: string }, V extends Listed<R>> = {
  list: ListOf<R, V>;
  loaded: V;
  title: string;
  lede?: ReactNode;
  /** Buttons beside the title. */
  acts?: ReactNode;
  /** Between the title and the list: what was done, what was refused. */
  children?: ReactNode;
  /** What stands around the rows: a form of steps for many, what is said above them. */
  frame?: (rows: ReactNode, view: V) => ReactNode;
  /** Right below the rows. */
  below?: ReactNode;
};

/** The page of a list: its title, tabs, filters, rows and pages. It follows what changes (live-list.tsx). */
export function ListPage<R extends { id: string }, V extends Listed<R>>(props: Props<R, V>) {
  const { list, loaded, title, lede, acts, children, frame = (rows) => rows, below } = props;
  const { shown, changes, show } = useLiveList(loaded);
  const rows = "body" in list ? list.body(shown) : <ListTable list={list} view={shown} />;
  const isMoving = useNavigation().location?.pathname === list.address.path;
  const panel = (
    <div
      id="list"
      tabIndex={-1}
      className={
        "body" in list
          ? "stack [--gap:16px]"
          : "panel aria-busy:opacity-60 aria-busy:[transition:opacity_var(--duration-base)_300ms] max-xl:overflow-x-auto"
      }
      aria-busy={isMoving || undefined}
    >
      {shown.rows.length === 0 ? list.empty(shown) : rows}
    </div>
  );
  return (
    <>
      {shown.rows.length > 0 && (
        <a
          className="mb-2 inline-flex min-h-11 items-center not-focus:absolute not-focus:size-px not-focus:overflow-hidden not-focus:[clip-path:inset(50%)]"
          href={"body" in list ? "#list" : "#rows"}
        >
          Skip to the list
        </a>
      )}
      <div className="work-head mb-4 items-center">
        <div>
          <h1 className="d3">{title}</h1>
          {lede && <p className="soft">{lede}</p>}
        </div>
        <News changes={changes} show={show} />
        {acts && <div className="acts">{acts}</div>}
      </div>
      {children}
      <ListTabs list={list} view={shown} />
      <ListFilters list={list} view={shown} />
      {frame(panel, shown)}
      <ListPager list={list} view={shown} />
      {below}
    </>
  );
}

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
      className={cx(
        "-my-3 inline-flex min-h-11 items-center gap-1 no-underline hover:text-pen",
        at < 0 ? "text-inherit" : "text-pen",
      )}
      to={list.address.toNamed(view.ask, { sort: at === 0 ? second : first })}
      preventScrollReset
    >
      {column.label}
      <Icon of={at < 0 ? ChevronsUpDown : drawing} className={cx("size-3.5", at < 0 ? "text-edge" : "text-pen")} />
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
function ListTable<R extends { id: string }, V extends Listed<R>>({ list, view }: { list: TableOf<R, V>; view: V }) {
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
