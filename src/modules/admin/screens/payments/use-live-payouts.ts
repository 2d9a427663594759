import { useLiveRead } from "#src/ui/live/use-live-read.ts";
import { useReadAgain } from "#src/ui/live/use-read-again.ts";
import { isAnythingTyped } from "#src/ui/typed-fields.ts";

type Page = { me: string; topics: readonly string[]; now: Date };

/** Reads a page of payouts again when money moves: not under a choice, a typed reference or an open question. */
export function useLivePayouts({ me, topics, now }: Page): void {
  const readAgain = useReadAgain();
  const isBusy = () =>
    document.querySelector("dialog[open]") !== null || isAnythingTyped(document.querySelectorAll("#main form"));
  useLiveRead({ me, topics, readAt: now, read: () => (isBusy() ? false : readAgain()) });
}
