import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType, useRevalidator } from "react-router";
import { topAfterBack } from "./back-button.ts";

/**
 * In the application, after the router's own places: Back and Forward to another path begin at its top too, and a page
 * that the browser kept whole reads the present state. What was typed stays.
 */
export function OnBack() {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const { revalidate } = useRevalidator();
  const before = useRef(pathname);
  useLayoutEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (type === "POP") topAfterBack();
  }, [pathname, type]);
  useEffect(() => {
    const read = ({ persisted }: PageTransitionEvent) => void (persisted && revalidate());
    addEventListener("pageshow", read);
    return () => removeEventListener("pageshow", read);
  }, [revalidate]);
  return null;
}
