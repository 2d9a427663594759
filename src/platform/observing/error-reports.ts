import type { Config } from "#src/config.ts";
import { minuteMs } from "#src/shared/units.ts";
import type { Log } from "../log.ts";
import { whenAnswered } from "./current-request.ts";
import { errorEvent, type Level } from "./error-event.ts";

type ReportAddress = NonNullable<Config["errorReports"]>;

/** A storm of errors is one error: beyond so many a minute the log alone has them. */
const mostPerMinute = 30;
const timeoutMs = 5_000;

type ErrorReports = {
  /** The same log, whose errors are reported as well. */
  reporting: (log: Log) => Log;
  /** Resolves when what was reported has left or was given up. */
  flushed: () => Promise<void>;
};

export function openErrorReports(
  to: ReportAddress,
  { home, limitsFactor }: Pick<Config, "home" | "limitsFactor">,
  clock: () => Date,
): ErrorReports {
  const underWay = new Set<Promise<void>>();
  let minute = 0;
  let sent = 0;
  const mayLeave = (at: Date): boolean => {
    const now = Math.floor(at.getTime() / minuteMs);
    if (now !== minute) sent = 0;
    minute = now;
    sent += 1;
    return sent <= mostPerMinute * limitsFactor;
  };
  const report = (log: Log, level: Level, facts: object, message: string): void => {
    const at = clock();
    if (!mayLeave(at)) return;
    whenAnswered((answered) => {
      const sending = send(to, errorEvent({ level, message, facts, answered, home, at }))
        .catch((err: unknown) => log.warn({ err }, "an error report could not be sent"))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    });
  };
  return {
    reporting: (log) => {
      const telling =
        (level: Level) =>
        (facts: object, message: string): void => {
          log[level](facts, message);
          report(log, level, facts, message);
        };
      const { debug, info, warn } = log;
      const rest = { debug: debug.bind(log), info: info.bind(log), warn: warn.bind(log) };
      return { ...rest, error: telling("error"), fatal: telling("fatal") };
    },
    flushed: async () => void (await Promise.all(underWay)),
  };
}

async function send({ url, key }: ReportAddress, event: ReturnType<typeof errorEvent>): Promise<void> {
  const lines = [{ event_id: event.event_id, sent_at: event.timestamp }, { type: "event" }, event];
  const response = await fetch(url, {
    method: "POST",
    redirect: "error",
    headers: {
      "content-type": "application/x-sentry-envelope",
      "x-sentry-auth": `Sentry sentry_version=7, sentry_client=paperwright/1, sentry_key=${key}`,
    },
    body: `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`,
    signal: AbortSignal.timeout(timeoutMs),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The address of SENTRY_DSN answered ${response.status}.`);
}
