import { useEffect, useRef, useState } from "react";
import type { LengthAnswer as Answer } from "../order-text-length.ts";

const againMs = 1_500;
const mostAsks = 20;

const idsIn = (form: HTMLFormElement): string => {
  const box = form.elements.namedItem("files");
  return box instanceof HTMLInputElement ? box.value : "";
};

/** The ids of the sent files; a script writes them, which makes no event. */
const useFiles = (formId: string): { ids: string; first: boolean } => {
  const [seen, setSeen] = useState({ ids: "", first: true });
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    setSeen({ ids: idsIn(form), first: true });
    const look = () => setSeen((before) => (before.ids === idsIn(form) ? before : { ids: idsIn(form), first: false }));
    const watch = new MutationObserver(look);
    watch.observe(form, { subtree: true, childList: true, attributes: true, attributeFilter: ["value"] });
    return () => watch.disconnect();
  }, [formId]);
  return seen;
};

const ask = (ids: string, signal: AbortSignal): Promise<Answer | null> =>
  fetch(`/order/words?files=${ids}`, { signal, redirect: "error" })
    .then((answer) => (answer.ok ? answer.json() : null))
    .catch(() => null);

type Props = { formId: string; pages: string; setPages: (pages: string) => void };

/**
 * Counts the words of the texts that somebody sends for editing or proofreading, says them, and sets the pages by them.
 * Files that were there before set nothing: the pages may have been chosen since.
 */
export default function TextLength({ formId, pages, setPages }: Props) {
  const { ids, first } = useFiles(formId);
  const [counted, setCounted] = useState<Answer | null>(null);
  const set = useRef(setPages);
  set.current = setPages;
  useEffect(() => {
    setCounted(null);
    if (ids === "") return;
    const stop = new AbortController();
    const run = async (left: number) => {
      const answer = await ask(ids, stop.signal);
      if (stop.signal.aborted || !answer) return;
      if (answer.waiting && left > 0) return void setTimeout(() => void run(left - 1), againMs);
      setCounted(answer);
      if (answer.pages !== null && !first) set.current(String(answer.pages));
    };
    void run(mostAsks);
    return () => stop.abort();
  }, [ids, first]);
  const other = counted?.pages && String(counted.pages) !== pages ? String(counted.pages) : null;
  return (
    <div className="small soft" role="status">
      {ids === "" && (
        <p className="js-only">Send your text with the files below: we count its words and set the pages.</p>
      )}
      {ids !== "" && !counted && <p>The words of your text are being counted.</p>}
      {counted && <p>{`Your text: ${counted.said}`}</p>}
      {other && (
        <button type="button" className="btn btn-quiet btn-sm" onClick={() => setPages(other)}>
          {`Set the pages to ${other}`}
        </button>
      )}
    </div>
  );
}
