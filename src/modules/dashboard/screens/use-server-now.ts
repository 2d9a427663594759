import { useEffect, useState } from "react";
import { minuteMs } from "#src/shared/units.ts";

/** The server's clock, looked at once a minute while `running`; before scripts run it is the instant of the page. */
export const useServerNow = (now: string, running: boolean): Date => {
  const [at, look] = useState(now);
  useEffect(() => {
    look(now);
    if (!running) return;
    const ahead = Date.now() - Date.parse(now);
    const timer = setInterval(() => look(new Date(Date.now() - ahead).toISOString()), minuteMs);
    return () => clearInterval(timer);
  }, [now, running]);
  return new Date(at);
};
