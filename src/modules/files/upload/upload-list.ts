import { type Mark, markOf } from "./kept.ts";
import { listItems, listSending } from "./list-items.ts";
import {
  type Checked,
  checkedPhase,
  type Item,
  type Known,
  type ListFor,
  type Phase,
  type Tools,
} from "./upload-rows.ts";

/** The files of one form: at most three on their way at once, the others in a row behind them. */
export const uploadList = (wish: ListFor, tools: Tools) => {
  const { endpoint, remove, urls, files, now } = tools;
  const account = wish.account ?? `guest:${wish.guestKey ?? ""}`;
  const list = listItems();
  const { subscribe, rows, all, find, turn, put, take, make } = list;
  const { line, pump } = listSending(wish, tools, list);

  const forget = ({ mark }: Item) => {
    if (mark === null) return;
    urls.write(mark, null);
    void files.drop(mark);
  };

  const refusal = (size: number): string | null => {
    if (size === 0) return "This file is empty.";
    return size > wish.maxBytes ? wish.messages.tooLarge : null;
  };

  const markFor = (file: File): Mark => ({
    account,
    purpose: wish.purpose,
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

  /** The same file again: it continues where it stopped, and never stands here twice. */
  const sameFile = (facts: Mark, file: File): boolean => {
    const mark = markOf(facts);
    const url = urls.read(mark);
    const item = all().find((one) => one.mark === mark || (url !== null && one.url === url));
    if (!item) return false;
    if (item.row.phase.at === "stopped" || item.row.phase.at === "failed") enter(item, file, facts);
    return true;
  };

  const addOne = (file: File): boolean => {
    const facts = markFor(file);
    if (sameFile(facts, file)) return true;
    if (all().length >= wish.mostFiles) return false;
    const why = refusal(file.size);
    const item = make(file, why ? { at: "failed", message: why, again: false } : { at: "queued" });
    put(item);
    if (why) return true;
    enter(item, file, facts);
    void files.put({ ...facts, mark: markOf(facts), file, at: now() });
    return true;
  };

  return {
    rows,
    subscribe,

    /** Takes chosen files. Answers why some were left out, or null. */
    add: (chosen: readonly File[]): string | null => (chosen.map(addOne).every(Boolean) ? null : wish.messages.tooMany),

    /** What the server knows, then what waits on this device: a page continues after a reload. */
    restore: async (known: readonly Known[], from: string = account): Promise<void> => {
      for (const file of known) {
        const { id, name, size, received } = file;
        const url = `${endpoint}/${id}`;
        if (all().some((one) => one.url === url)) continue;
        const phase: Phase = received < size ? { at: "stopped", received } : checkedPhase(file);
        put({ ...make({ name, size, type: "" }, phase), url });
      }
      for (const kept of await files.of(from, wish.purpose, wish.about)) {
        const facts: Mark = { ...kept, account };
        if (from !== account) {
          await files.drop(kept.mark);
          await files.put({ ...facts, mark: markOf(facts), file: kept.file, at: now() });
        }
        if (sameFile(facts, kept.file) || all().length >= wish.mostFiles) continue;
        const item = make(kept, { at: "queued" });
        put(item);
        enter(item, kept.file, facts);
      }
    },

    /** What the checks of sent files found meanwhile. */
    checked: (files: readonly Checked[]): void => {
      for (const file of files) {
        const item = all().find(({ row: { phase } }) => phase.at === "sent" && phase.id === file.id);
        if (item && (file.found || file.refusal)) turn(item, checkedPhase(file));
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
        // It can be cancelled from running or pausing only.
        if (task.snapshot().state === "paused") task.resume();
        task.cancel();
      } else if (url) remove(url);
      pump();
      return item.file;
    },

    /** The connection is back: waits end, and what failed by it is tried again. */
    online: (): void => {
      for (const item of all()) {
        item.task?.hurry();
        const { phase } = item.row;
        if (phase.at === "failed" && phase.again && item.file) void line(item);
      }
    },

    /** Attached files leave the list; without ids all of them do. */
    used: (ids?: readonly string[]): void => {
      for (const item of all()) {
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
      for (const item of all()) {
        item.task?.pause();
        item.task = null;
        take(item);
      }
    },
  };
};
export type UploadList = ReturnType<typeof uploadList>;
