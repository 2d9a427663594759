import type { Item } from "./list-types.ts";
import { observers } from "./observers.ts";
import type { Phase, Row } from "./upload-rows.ts";

/** The items of a list in their order, and the rows that people see of them. */
export const listItems = () => {
  const { subscribe, notify } = observers<readonly Row[]>();
  let items: readonly Item[] = [];
  let rows: readonly Row[] = [];
  let counted = 0;

  const show = () => {
    rows = items.map(({ row }) => row);
    notify(rows);
  };
  const setPhase = (item: Item, phase: Phase) => {
    item.row = { ...item.row, phase };
    show();
  };
  const find = (key: string): Item | undefined => items.find(({ row }) => row.key === key);
  const put = (item: Item) => {
    items = [...items, item];
    show();
  };
  const take = (item: Item) => {
    items = items.filter((one) => one !== item);
    item.leave.abort();
    item.release?.();
    show();
  };

  const make = (facts: Pick<Row, "name" | "size" | "type">, phase: Phase): Item => {
    counted += 1;
    const row: Row = { name: facts.name, size: facts.size, type: facts.type, key: `file-${counted}`, phase };
    return {
      row,
      mark: null,
      file: null,
      url: null,
      task: null,
      wants: false,
      leave: new AbortController(),
      release: null,
    };
  };

  return { subscribe, rows: () => rows, all: () => items, find, turn: setPhase, put, take, make };
};
export type ListItems = ReturnType<typeof listItems>;
