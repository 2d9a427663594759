import { useEffect, useState } from "react";

const every = 1000;

/** How many texts wait, asked once a second while one's own is on its way. */
export function useQueue(busy: boolean, first: number): number {
  const [waiting, setWaiting] = useState(first);
  useEffect(() => {
    if (!busy) return;
    const abort = new AbortController();
    const ask = async (): Promise<void> => {
      const answer = await fetch("/api/checks", { signal: abort.signal });
      const said: unknown = answer.ok ? await answer.json() : null;
      if (typeof said === "object" && said && "waiting" in said) setWaiting(Math.max(0, Number(said.waiting) - 1));
    };
    const clock = setInterval(() => void ask().catch(() => undefined), every);
    return () => {
      clearInterval(clock);
      abort.abort();
    };
  }, [busy]);
  return busy ? waiting : first;
}
