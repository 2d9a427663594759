import { useEffect, useState } from "react";
import type { CheckProgress } from "../checking/check-quota.ts";

const every = 500;

/** How far one's own check is, asked twice a second while it is under way; null while nothing is known. */
export function useProgress(busy: boolean): CheckProgress | null {
  const [progress, setProgress] = useState<CheckProgress | null>(null);
  useEffect(() => {
    if (!busy) return;
    const abort = new AbortController();
    const ask = async (): Promise<void> => {
      const answer = await fetch("/api/checks", { signal: abort.signal });
      const progress = answer.ok ? ((await answer.json()) as { own: CheckProgress | null }) : null;
      setProgress(progress?.own ?? null);
    };
    const clock = setInterval(() => void ask().catch(() => undefined), every);
    return () => {
      clearInterval(clock);
      abort.abort();
      setProgress(null);
    };
  }, [busy]);
  return progress;
}
