import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { isReaderBusy, useLiveRead } from "#src/ui/live/use-live-read.ts";
import { listChanges } from "../../domain/list-changes.ts";

type Listed = { now: Date; me: string; rows: readonly { id: string }[] };

/**
 * A list that follows its topic. What changed in its place is drawn at once; while the reader is in the middle of something,
 * or when a row would move, `changes` says how many there are and `show` draws them.
 */
export function useLiveList<D extends Listed>(topic: string, loaded: D) {
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
  useLiveRead({ me: loaded.me, topic, readAt: fresh?.now ?? shown.now, read: () => load(address) });
  return { shown, changes: news.count, show };
}
