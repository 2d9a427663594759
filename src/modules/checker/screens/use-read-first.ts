import { useEffect } from "react";

/** An answer that has just come is what happened: its title takes the focus. */
export function useReadFirst(answer: object | null | undefined): void {
  useEffect(() => {
    if (answer) document.getElementById("verdict")?.focus();
  }, [answer]);
}
