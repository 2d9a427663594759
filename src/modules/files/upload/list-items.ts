import { type Item, type ListFor, type Phase, type Row, running, type Tools } from "./upload-rows.ts";
import { observers } from "./upload-task.ts";

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
type ListItems = ReturnType<typeof listItems>;

const atOnce = 3;
const idIn = (url: string): string => new URL(url).pathname.split("/").at(-1) ?? "";

/** Brings the items of a list on their way: at most three at once, each in one tab alone. */
export const listSending = (wish: ListFor, tools: Tools, { all, rows, turn }: ListItems) => {
  const { endpoint, start, lock, urls, files } = tools;

  const end = (item: Item, phase: Phase) => {
    item.task = null;
    item.release?.();
    item.release = null;
    turn(item, phase);
    pump();
  };

  const begin = (item: Item, file: File, mark: string) => {
    const { name, type } = item.row;
    const task = start(file, {
      endpoint,
      metadata: { filename: name, filetype: type, purpose: wish.purpose, about: wish.about },
      known: urls.read(mark),
      onAddress: (url) => {
        item.url = url;
        // A file that was taken away may stand here anew, with an address of its own.
        if (all().includes(item)) urls.write(mark, url);
      },
    });
    item.task = task;
    item.wants = false;
    turn(item, { at: "sending", snapshot: task.snapshot(), resumes: false });
    task.subscribe((snapshot) => {
      if (item.task === task && snapshot.state !== "success" && snapshot.state !== "error")
        turn(item, { at: "sending", snapshot, resumes: item.wants });
      if (snapshot.state === "paused") pump();
    });
    void task.result.then((result) => {
      if (item.task !== task) return;
      if (result.ok) {
        item.url = result.url;
        void files.drop(mark);
        end(item, { at: "sent", id: idIn(result.url), found: null });
      } else if (result.problem) {
        const { kind, message } = result.problem;
        end(item, { at: "failed", message: message, again: kind === "connection" || kind === "signed-out" });
      }
    });
  };

  /** Lets the next ones go while fewer than three are on their way. */
  const pump = () => {
    for (const item of all()) {
      if (running(rows()) >= atOnce) return;
      const { phase } = item.row;
      if (phase.at === "queued" && item.file && item.mark) begin(item, item.file, item.mark);
      else if (phase.at === "sending" && item.wants) {
        item.wants = false;
        item.task?.resume();
      }
    }
  };

  /** Enters the row as soon as no other tab sends the same file. */
  const line = async (item: Item) => {
    if (!item.mark) return;
    turn(item, { at: "elsewhere" });
    const release = await lock(item.mark, item.leave.signal);
    if (!release) return;
    if (item.leave.signal.aborted) return release();
    item.release = release;
    turn(item, { at: "queued" });
    pump();
  };

  return { line, pump };
};
