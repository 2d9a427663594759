import { useEffect, useRef } from "react";
import { useFrame } from "#src/modules/operator/index.screens.ts";
import { debounced, followingOf } from "#src/ui/live/follow.ts";
import { useReadAgain } from "#src/ui/live/read-again.ts";
import { toast } from "#src/ui/toasts.tsx";
import { isAnythingTyped } from "#src/ui/typed-fields.ts";

/** Steps that come together are read once; an own step is shown by its answer before. */
const gatherMs = 400;

/** Something is typed into a form of the page, or a question is open. */
const isBusy = (): boolean =>
  document.querySelector("[role=alertdialog]") !== null || isAnythingTyped(document.querySelectorAll("#main form"));

/** Says that the order changed while the reader is in the middle of something; `read` shows it as it is now. */
type OnHeld = (read: () => Promise<void>) => void;

const sayInToast: OnHeld = (read) =>
  toast("This order has changed. What you typed is still here.", {
    tone: "bad",
    action: { label: "Show it as it is now", onAction: () => void read() },
  });

/**
 * Reads an open page of an order anew when the order changed. `changes` is how often it had changed when the page was
 * read. While something is typed into a form the page stays, and `onHeld` says that there is news.
 */
export function useLiveOrder({ id, changes }: { id: string; changes: number }, onHeld: OnHeld = sayInToast): void {
  const me = useFrame()?.person?.id;
  const readAgain = useReadAgain();
  const shown = useRef({ changes, onHeld });
  shown.current = { changes, onHeld };
  useEffect(() => {
    if (me === undefined) return;
    let newest = 0;
    let announced = 0;
    const reading = debounced(() => {
      if (newest <= shown.current.changes) return;
      if (!isBusy()) return readAgain();
      if (announced < shown.current.changes || announced === 0) {
        announced = newest;
        shown.current.onHeld(readAgain);
      }
    });
    const stop = followingOf(me).follow([`order:${id}`], {
      at: (_topic, version) => {
        newest = version;
        reading.schedule(gatherMs);
      },
    });
    return () => {
      stop();
      reading.stop();
    };
  }, [me, id, readAgain]);
}
