import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { askAgain, whileSeen } from "./ask-again.ts";

/** While a file is being checked the page asks for itself again, so that the end of the check shows by itself. */
export function useChecked(waits: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => (waits ? askAgain({ ask: () => void revalidate(), ...whileSeen }) : undefined), [waits, revalidate]);
}
