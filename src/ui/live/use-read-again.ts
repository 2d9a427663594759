import { useCallback, useEffect, useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";
import { readKeeping } from "../keep-frame.ts";

/**
 * Reads the data of the page anew, after a navigation that is on its way: the router would begin that one again without
 * its `preventScrollReset`, and the page would jump to its top. A page that cannot be read stays as it is. The function
 * stays the same one.
 */
export function useReadAgain(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  const isIdle = useNavigation().state === "idle";
  const latest = useRef({ revalidate, isIdle });
  latest.current = { revalidate, isIdle };
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    if (isIdle) for (const begin of waiting.current.splice(0)) begin();
  }, [isIdle]);
  return useCallback(async () => {
    if (!latest.current.isIdle) await new Promise<void>((begin) => waiting.current.push(begin));
    await readKeeping(latest.current.revalidate);
  }, []);
}
