import { useState } from "react";
import { useLocation } from "react-router";

/**
 * What was just done, for as long as this visit of the page lasts. The server says it once; when the page's data is
 * read anew (live updates) it still stands.
 */
export function useFlash<T>(flash: T | null | undefined): T | null {
  const { key } = useLocation();
  const [kept, keep] = useState({ key, said: flash ?? null });
  const now = kept.key === key ? (flash ?? kept.said) : (flash ?? null);
  if (kept.key !== key || kept.said !== now) keep({ key, said: now });
  return now;
}
