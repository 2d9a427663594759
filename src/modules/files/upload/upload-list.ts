import type { FileKeeper } from "./kept-files.ts";
import { type KeptUrls, type Mark, markOf } from "./kept-urls.ts";
import { observers } from "./observers.ts";
import type { Release, TabLock } from "./tab-lock.ts";
import { type Phase, type Row, running } from "./upload-rows.ts";
import type { UploadOptions, UploadTask } from "./upload-task.ts";

/** What one list of files is for. `account` null: nobody is signed in, so files wait on the device. */
export type ListFor = {
  readonly account: string | null;
  /** Names a guest's form until the sign-in. */
  readonly guestKey: string | null;
  readonly place: string;
  readonly about: string;
  readonly maxBytes: number;
  readonly mostFiles: number;
  readonly words: { readonly tooLarge: string; readonly tooMany: string };
};

/** What the server knows of this list: complete files, and parts of others. */
export type Known = {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly received: number;
  readonly refusal: string | null;
};

export type Tools = {
  readonly endpoint: string;
  readonly start: (file: Blob, options: Omit<UploadOptions, "transport">) => UploadTask;
  readonly remove: (url: string) => void;
  readonly lock: TabLock;
  readonly urls: KeptUrls;
  readonly files: FileKeeper;
  readonly now: () => number;
};

type Item = {
  row: Row;
  mark: string | null;
  file: File | null;
  url: string | null;
  task: UploadTask | null;
  wants: boolean;
  leave: AbortController;
  release: Release | null;
};

const atOnce = 3;
const idIn = (url: string): string => new URL(url).pathname.split("/").at(-1) ?? "";

/** The files of one form: at most three on their way at once, the others in a row behind them. */
export const uploadList = (wish: ListFor, tools: Tools) => {
  const { endpoint, start, remove, lock, urls, files, now } = tools;
  const account = wish.account ?? `guest:${wish.guestKey ?? ""}`;
  const { subscribe, tell } = observers<readonly Row[]>();
  let items: readonly Item[] = [];
  let rows: readonly Row[] = [];
  let counted = 0;

  const show = () => {
    rows = items.map(({ row }) => row);
    tell(rows);
  };
  const turn = (item: Item, phase: Phase) => {
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

  const forget = ({ mark }: Item) => {
    if (mark === null) return;
    urls.write(mark, null);
    void files.drop(mark);
  };

  const itemOf = (facts: Pick<Row, "name" | "size" | "type">, phase: Phase): Item => {
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
      metadata: { filename: name, filetype: type, place: wish.place, about: wish.about },
      known: urls.read(mark),
      onPlace: (url) => {
        item.url = url;
        // A file that was taken away may stand here anew, with an address of its own.
        if (items.includes(item)) urls.write(mark, url);
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
        end(item, { at: "sent", id: idIn(result.url) });
      } else if (result.problem) {
        const { kind, words } = result.problem;
        end(item, { at: "failed", words, again: kind === "connection" || kind === "signed-out" });
      }
    });
  };

  /** Lets the next ones go while fewer than three are on their way. */
  const pump = () => {
    for (const item of items) {
      if (running(rows) >= atOnce) return;
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

  const refusal = (size: number): string | null => {
    if (size === 0) return "This file is empty.";
    return size > wish.maxBytes ? wish.words.tooLarge : null;
  };

  const markFor = (file: File): Mark => ({
    account,
    place: wish.place,
    about: wish.about,
    name: file.name,
    size: file.size,
    type: file.type,
    modified: file.lastModified,
  });

  const enter = (item: Item, file: File, facts: Mark) => {
    const mark = markOf(facts);
    item.mark = mark;
    item.file = file;
    if (wish.account === null) turn(item, { at: "held" });
    else void line(item);
  };

  /** The same file again: it goes on where it stopped, and never stands here twice. */
  const sameFile = (facts: Mark, file: File): boolean => {
    const mark = markOf(facts);
    const url = urls.read(mark);
    const item = items.find((one) => one.mark === mark || (url !== null && one.url === url));
    if (!item) return false;
    if (item.row.phase.at === "stopped" || item.row.phase.at === "failed") enter(item, file, facts);
    return true;
  };

  const addOne = (file: File): boolean => {
    const facts = markFor(file);
    if (sameFile(facts, file)) return true;
    if (items.length >= wish.mostFiles) return false;
    const why = refusal(file.size);
    const item = itemOf(file, why ? { at: "failed", words: why, again: false } : { at: "queued" });
    put(item);
    if (why) return true;
    enter(item, file, facts);
    void files.put({ ...facts, mark: markOf(facts), file, at: now() });
    return true;
  };

  return {
    rows: () => rows,
    subscribe,

    /** Takes chosen files. Answers why some were left out, or null. */
    add: (chosen: readonly File[]): string | null => (chosen.map(addOne).every(Boolean) ? null : wish.words.tooMany),

    /** What the server knows, then what waits on this device: a page goes on after a reload. */
    restore: async (known: readonly Known[], from: string = account): Promise<void> => {
      for (const { id, name, size, received, refusal: words } of known) {
        const url = `${endpoint}/${id}`;
        if (items.some((one) => one.url === url)) continue;
        const whole: Phase = words ? { at: "failed", words, again: false } : { at: "sent", id };
        put({ ...itemOf({ name, size, type: "" }, received < size ? { at: "stopped", received } : whole), url });
      }
      for (const kept of await files.of(from, wish.place, wish.about)) {
        const facts: Mark = { ...kept, account };
        if (from !== account) {
          await files.drop(kept.mark);
          await files.put({ ...facts, mark: markOf(facts), file: kept.file, at: now() });
        }
        if (sameFile(facts, kept.file) || items.length >= wish.mostFiles) continue;
        const item = itemOf(kept, { at: "queued" });
        put(item);
        enter(item, kept.file, facts);
      }
    },

    pause: (key: string): void => {
      const item = find(key);
      if (!item) return;
      item.wants = false;
      item.task?.pause();
    },

    /** Goes on, at once or when one of the three before it is through. */
    resume: (key: string): void => {
      const item = find(key);
      if (!item?.task) return;
      const { snapshot } = item.task;
      if (snapshot().state === "pausing") item.task.resume();
      if (snapshot().state !== "paused") return;
      item.wants = true;
      turn(item, { at: "sending", snapshot: snapshot(), resumes: true });
      pump();
    },

    retry: (key: string): void => {
      const item = find(key);
      if (item?.file && item.row.phase.at === "failed" && item.row.phase.again) void line(item);
    },

    /** Cancels what runs and takes the file out of the list. Answers the file, so that it can be brought back. */
    remove: (key: string): File | null => {
      const item = find(key);
      if (!item) return null;
      const { task, url } = item;
      take(item);
      item.task = null;
      forget(item);
      if (task) {
        // Section 4 cancels from running or pausing only.
        if (task.snapshot().state === "paused") task.resume();
        task.cancel();
      } else if (url) remove(url);
      pump();
      return item.file;
    },

    /** The connection is back: waits end, and what failed by it is tried again. */
    online: (): void => {
      for (const item of items) {
        item.task?.hurry();
        const { phase } = item.row;
        if (phase.at === "failed" && phase.again && item.file) void line(item);
      }
    },

    /** Files that hang somewhere now leave the list; without ids all of them do. */
    used: (ids?: readonly string[]): void => {
      for (const item of items) {
        const { task, row } = item;
        if (ids && !(row.phase.at === "sent" && ids.includes(row.phase.id))) continue;
        forget(item);
        item.task = null;
        take(item);
        task?.cancel();
      }
    },

    /** The person leaves this device: what runs stops, and the server keeps what it has. */
    leave: (): void => {
      for (const item of items) {
        item.task?.pause();
        item.task = null;
        take(item);
      }
    },
  };
};
export type UploadList = ReturnType<typeof uploadList>;
