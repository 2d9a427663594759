import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { askAgain } from "./ask-again.ts";

const later = (ms: number, run: () => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
const isSeen = () => document.visibilityState === "visible";

/** While a file is being checked the page asks for itself again, so that the end of the check shows by itself. */
export function useChecked(waits: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => (waits ? askAgain({ ask: () => void revalidate(), later, isSeen }) : undefined), [waits, revalidate]);
}
