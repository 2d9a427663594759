import { randomBytes } from "node:crypto";
import type { Config } from "#src/config.ts";
import { isId } from "#src/shared/id.ts";
import { minuteMs } from "#src/shared/units.ts";
import type { Log } from "../log.ts";
import { type Answered, whenAnswered } from "./observer.ts";

type Level = "error" | "fatal";

const known = ["job", "timer", "kind", "provider", "tries"];
const word = /^[\w.:-]{1,60}$/;

/** Of the facts of a line in the log: ids, numbers, and names that the code itself gives. */
const idsOf = (facts: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => {
      const isOurs =
        typeof value === "number" || (typeof value === "string" && known.includes(name) && word.test(value));
      return isOurs || (typeof value === "string" && isId(value)) ? [[name, String(value)]] : [];
    }),
  );

/** A frame of a stack as V8 writes it: `at name (file:line:column)`; a name has no words of people in it. */
const frame =
  /^\s+at (?:async )?(?:([\w.$#<> [\]]{1,120}) \()?((?:file:\/\/|node:|\/|[A-Z]:\\)[^()]+?):(\d+):(\d+)\)?$/;

function framesOf(error: Error, home: string) {
  const { stack = "", message } = error;
  // The message stands first in a stack, and may hold lines that look like places.
  const places = stack.slice(stack.includes(message) ? stack.indexOf(message) + message.length : 0);
  return places
    .split("\n")
    .flatMap((line) => {
      const [, name, file = "", lineno, colno] = frame.exec(line) ?? [];
      if (!lineno) return [];
      const filename = file.replace(/^file:\/\//, "").replace(home, "");
      const own = { in_app: !/node_modules|^node:/.test(file) };
      return [{ filename, function: name ?? "?", lineno: Number(lineno), colno: Number(colno), ...own }];
    })
    .reverse(); // the format wants the newest call last
}

type About = { level: Level; message: string; facts: object; answered: Answered | null; home: string; at: Date };

/**
 * An event of Sentry's protocol from a line of the log: our own sentence, the kind of the error, its places in the code,
 * ids, and the pattern of the address. What the error itself says is left out, because it may hold what somebody typed.
 */
function errorEvent({ level, message, facts, answered, home, at }: About) {
  const given = "err" in facts && facts.err instanceof Error ? facts.err : null;
  const error = given?.cause instanceof Error ? given.cause : given;
  const code = error && "code" in error && word.test(String(error.code)) ? { errorCode: String(error.code) } : {};
  return {
    event_id: randomBytes(16).toString("hex"),
    timestamp: at.toISOString(),
    platform: "node",
    logger: "paperwright",
    level,
    logentry: { formatted: message },
    ...(answered && { transaction: `${answered.method} ${answered.route}` }),
    tags: {
      ...idsOf(facts),
      ...code,
      ...(answered && { route: answered.route, method: answered.method, status: String(answered.status) }),
      ...(answered && { requestId: answered.id }),
    },
    ...(error && {
      exception: {
        values: [
          {
            type: word.test(error.name) ? error.name : "Error",
            value: message,
            stacktrace: { frames: framesOf(error, home) },
          },
        ],
      },
    }),
  };
}

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
