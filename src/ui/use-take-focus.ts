import { useEffect, useEffectEvent, useRef } from "react";
import { useHydrated } from "./hydrated.ts";

/**
 * Moves the focus to what has just come: `take` runs each time `came` is another value than before and says something.
 * Scripts that come to a page that was sent whole leave the focus with who already uses the page: a text that is being
 * typed would go astray.
 */
export function useTakeFocus(came: unknown, take: () => void): void {
  const late = useRef(!useHydrated());
  const taken = useEffectEvent(take);
  useEffect(() => {
    const isUsed = late.current && document.activeElement !== document.body;
    late.current = false;
    if (came && !isUsed) taken();
  }, [came]);
}
