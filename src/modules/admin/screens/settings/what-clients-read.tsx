import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type { WhatPeopleRead } from "../../settings/what-people-read.ts";

const afterMs = 300;

/**
 * What the pages would say with what is typed: `read` asks for it when the typing pauses, with the values by the names of
 * their settings; none of them clears it.
 */
export function useWhatClientsRead() {
  const { load, data } = useFetcher<{ pages: WhatPeopleRead }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const read = (edits: readonly [name: string, value: string][]) => {
    clearTimeout(timer.current);
    const short = edits.filter(([, value]) => value.length <= 500).slice(0, 40);
    if (short.length === 0) return;
    timer.current = setTimeout(() => load(`/admin/settings/read?${new URLSearchParams([...short])}`), afterMs);
  };
  return { pages: data?.pages ?? [], read };
}

const mostShown = 6;

type Shown = WhatPeopleRead[number]["sentences"][number] & { to: string; label: string };

const Sentence = ({ part, before, was, is, after, to, label }: Shown) => (
  <>
    <p>
      {before}
      {was && <del className="cut">{was.trimEnd()}</del>} {is && <ins className="add">{is.trimEnd()}</ins>} {after}
    </p>
    <p className="from">
      <a href={to} target="_blank" rel="noreferrer">
        {label}
        <span className="vh"> (opens a new tab)</span>
      </a>
      {part && `, “${part}”`}
    </p>
  </>
);

/** Sentences of the shop's pages, the words struck and added that the values change. */
export const WhatClientsRead = ({ pages }: { pages: WhatPeopleRead }) => {
  const all = pages.flatMap(({ label, address: to, sentences }) => sentences.map((one) => ({ ...one, label, to })));
  return (
    <div className="slip prints">
      <div className="slip-head">
        <h2>What clients read</h2>
      </div>
      {all.slice(0, mostShown).map((one) => (
        <Sentence key={`${one.label} ${one.part} ${one.before}`} {...one} />
      ))}
      <p className="same">
        {all.length > mostShown && `And ${all.length - mostShown} more sentences. `}
        The pages say so when you save.
      </p>
    </div>
  );
};
