import { randomBytes } from "node:crypto";
import { isId } from "#src/shared/id.ts";
import type { Answered } from "./current-request.ts";

export type Level = "error" | "fatal";

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
export function errorEvent({ level, message, facts, answered, home, at }: About) {
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
