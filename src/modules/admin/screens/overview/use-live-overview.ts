import { useEffect } from "react";
import { minuteMs } from "#src/shared/units.ts";
import { debounced } from "#src/ui/live/debounce.ts";
import { followingOf } from "#src/ui/live/follow.ts";
import { useReadAgain } from "#src/ui/live/use-read-again.ts";

const gatherMs = 700;
const ageMs = minuteMs;

/** Reads the page's data again after a notice to this admin or a change of a chat, and each minute for the ages. */
export function useLiveOverview(me: string, chats: boolean): void {
  const readAgain = useReadAgain();
  useEffect(() => {
    const reading = debounced(() => {
      if (document.visibilityState === "visible") void readAgain();
    });
    const scheduleRead = () => reading.schedule(gatherMs);
    const topics = [`notices:${me}`, ...(chats ? ["inbox:support"] : [])];
    const stop = followingOf(me).follow(topics, { at: scheduleRead });
    const clock = setInterval(scheduleRead, ageMs);
    return () => {
      stop();
      reading.stop();
      clearInterval(clock);
    };
  }, [me, chats, readAgain]);
}
