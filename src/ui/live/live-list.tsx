import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { counted } from "#src/shared/counted.ts";
import { liveMark } from "../keep-page.ts";
import { isReaderBusy, useLiveRead } from "./read-again.ts";

/** `topics`: what changes the list, each one that this reader may follow. */
export type LiveList<R extends { id: string }> = {
  now: Date;
  me: string;
  topics: readonly string[];
  rows: readonly R[];
};

/**
 * A list that follows its topics. What changed in its place is drawn at once; while the reader is in the middle of something,
 * or when a row would move, `changes` says how many there are and `show` draws them.
 */
export function useLiveList<D extends LiveList<{ id: string }>>(loaded: D) {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const { data, load } = useFetcher<D>({ key: `live ${address}` });
  const [drawn, setDrawn] = useState({ loaded, data: loaded });
  const shown = drawn.loaded === loaded ? drawn.data : loaded;
  const fresh = data && data.now > shown.now ? (data as D) : null;
  const news = fresh ? listChanges(shown.rows, fresh.rows) : { count: 0, moves: false };
  const show = () => {
    if (fresh) setDrawn({ loaded, data: fresh });
  };
  const draw = useRef(show);
  draw.current = show;
  const quiet = news.count === 0;
  useEffect(() => {
    if (fresh && (quiet || (!news.moves && !isReaderBusy()))) draw.current();
  }, [fresh, quiet, news.moves]);
  const { me, topics } = loaded;
  useLiveRead({
    me,
    topics,
    readAt: fresh?.now ?? shown.now,
    read: () => load(`${address}${search ? "&" : "?"}${liveMark}=1`),
  });
  return { shown, changes: news.count, show };
}

type Row = { id: string };

/** What differs between two readings of a page of a list: rows that changed, came or went; and whether a row would move. */
export function listChanges(before: readonly Row[], after: readonly Row[]): { count: number; moves: boolean } {
  const known = new Map(before.map((row) => [row.id, JSON.stringify(row)]));
  const changed = after.filter((row) => known.get(row.id) !== JSON.stringify(row)).length;
  const there = new Set(after.map(({ id }) => id));
  const gone = before.filter(({ id }) => !there.has(id)).length;
  const moves = before.length !== after.length || before.some(({ id }, at) => after[at]?.id !== id);
  return { count: Math.max(changed + gone, moves ? 1 : 0), moves };
}

/** Says that there is more to see; nothing moves before it is asked for. */
export const News = ({ changes, show }: { changes: number; show: () => void }) => {
  const showAll = () => {
    show();
    document.getElementById("list")?.focus({ preventScroll: true });
  };
  return (
    <p className="ml-auto flex min-h-11 items-center gap-3 font-semibold text-pen empty:absolute" role="status">
      {changes > 0 && (
        <>
          {counted(changes, "change")}
          <button type="button" className="btn btn-outline btn-sm" onClick={showAll}>
            Show
          </button>
        </>
      )}
    </p>
  );
};
