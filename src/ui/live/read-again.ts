import { useCallback, useEffect, useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";
import { readKeeping } from "../keep-frame.ts";
import { isAnythingTyped } from "../typed-fields.ts";
import { debounced, followingOf } from "./follow.ts";

/** A burst of changes is read once, and a page at most this often. */
const gatherMs = 3_000;
/** A change is published when it is committed, with the time at which it began. */
const overlapMs = 5_000;

/** Is a dialog open, or something typed into a form? */
export const isFormBusy = (): boolean =>
  document.querySelector("dialog[open]") !== null || isAnythingTyped(document.querySelectorAll("#main form"));

/** Is the reader in the middle of something that must not move: a choice, an opened part, a dialog, a typed text? */
export const isReaderBusy = (): boolean =>
  document.querySelector("#main tbody input:checked, #main details[open]:not([data-quiet])") !== null || isFormBusy();

type Asked = {
  /** Whose page it is; nobody follows nothing. */
  me: string | undefined;
  /** Topics whose version is the time of their newest change. */
  topics: readonly string[];
  /** The server's time when the page was read. */
  readAt: Date;
  /** False: not now; it is asked again. */
  read: () => unknown;
};

/** Reads a page again after changes of its topics that are later than the page; a hidden page is read once it is seen. */
export function useLiveRead({ me, topics, readAt, read }: Asked): void {
  const latest = useRef({ readAt, read });
  latest.current = { readAt, read };
  const followed = topics.join();
  useEffect(() => {
    if (me === undefined || followed === "") return;
    let newest = 0;
    let gone = false;
    const reading = debounced(() => {
      const isNew = newest > latest.current.readAt.getTime() - overlapMs;
      if (gone || !isNew || document.visibilityState === "hidden") return undefined;
      const reads = latest.current.read();
      if (reads === false) schedule();
      else newest = 0;
      return reads;
    });
    const schedule = () => reading.schedule(gatherMs);
    const stop = followingOf(me).follow(followed.split(","), {
      at: (_topic, version) => {
        newest = Math.max(newest, version);
        schedule();
      },
    });
    document.addEventListener("visibilitychange", schedule);
    return () => {
      gone = true;
      stop();
      reading.stop();
      document.removeEventListener("visibilitychange", schedule);
    };
  }, [me, followed]);
}

/**
 * Reads the data of the page anew, after a navigation that is on its way: the router would begin that one again without
 * its `preventScrollReset`, and the page would jump to its top. A page that cannot be read stays as it is. The function
 * stays the same one.
 */
export function useReadAgain(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  const isIdle = useNavigation().state === "idle";
  const latest = useRef({ revalidate, isIdle });
  latest.current = { revalidate, isIdle };
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    if (isIdle) for (const begin of waiting.current.splice(0)) begin();
  }, [isIdle]);
  return useCallback(async () => {
    if (!latest.current.isIdle) await new Promise<void>((begin) => waiting.current.push(begin));
    await readKeeping(latest.current.revalidate);
  }, []);
}
