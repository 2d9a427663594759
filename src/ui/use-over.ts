import { useEffect, useState } from "react";

/** True when so long has passed since it was first drawn. */
export function useOver(ms: number): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return over;
}
