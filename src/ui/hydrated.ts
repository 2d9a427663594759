import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and in the first render of the browser, true as soon as scripts work. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** The zone of who reads the page; "" on the server and in the first render of the browser. Asks nothing of shared/zone.ts. */
export const useBrowserZone = (): string =>
  useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => "",
  );

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
