import type { Config } from "#src/config.ts";
import type { Log } from "../log.ts";
import type { Observer } from "./observer.ts";
import { withinRequest } from "./observer.ts";

/**
 * Opens what the environment asks for; nothing of it is loaded otherwise.
 * @returns the log to write to, and the observer where there is one.
 */
export async function openObserver(
  config: Config,
  log: Log,
  clock: () => Date,
): Promise<{ log: Log; observer?: Observer }> {
  const { errorReports, traces } = config;
  if (!errorReports && !traces) return { log };
  const reports = errorReports && (await import("./error-reports.ts")).openErrorReports(errorReports, config, clock);
  const tracing = traces && (await (await import("./traces.ts")).openTraces(traces));
  const observer: Observer = {
    request: (work, about) => withinRequest(tracing ? () => tracing.request(work, about) : work, about),
    step: tracing ? tracing.step : (_name, work) => work(),
    flushed: async () => void (await Promise.allSettled([reports?.flushed(), tracing?.flushed()])),
  };
  return { log: reports ? reports.reporting(log) : log, observer };
}
