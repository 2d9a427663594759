import { type DestinationStream, pino } from "pino";

export type Log = {
  debug: (facts: object, message: string) => void;
  info: (facts: object, message: string) => void;
  warn: (facts: object, message: string) => void;
  error: (facts: object, message: string) => void;
  fatal: (facts: object, message: string) => void;
};

const hidden: ReadonlySet<string> = new Set([
  "password",
  "token",
  "secret",
  "cookie",
  "authorization",
  "code",
  "state",
  "email",
  "text",
  "instructions",
  "title",
  "body",
]);
/** So many levels of a line are looked through, lists among them; nothing of ours has more. */
const deepest = 3;

/** What is printed field by field: an error as `err` has a serializer, and a date prints itself. */
const hasFields = (name: string, value: unknown): value is object =>
  typeof value === "object" && value !== null && !("toJSON" in value) && !(name === "err" && value instanceof Error);

/** The facts of a line without secrets and private texts, by their names. */
function withoutPrivate(facts: object, levels = deepest): Record<string, unknown> {
  const shown = (Array.isArray(facts) ? [] : {}) as Record<string, unknown>;
  for (const [name, value] of Object.entries(facts)) {
    if (hidden.has(name)) shown[name] = "[hidden]";
    else shown[name] = levels > 1 && hasFields(name, value) ? withoutPrivate(value, levels - 1) : value;
  }
  return shown;
}

/** JSON lines on stdout, UTC, secrets and private texts removed by name; see docs/operating.md. */
export const openLog = (level: string, to?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: withoutPrivate },
      serializers: { err: briefError },
    },
    to,
  );

/** Drizzle puts the statement's parameters into its message: keep the first line of the cause instead. */
export function briefError(error: unknown): object {
  if (!(error instanceof Error)) return { message: messageOf(error).slice(0, 300) };
  const cause = error.cause instanceof Error ? error.cause : error;
  return {
    type: cause.name,
    // Not "code": a key of that name may hold somebody's one-time code and is hidden.
    errorCode: "code" in cause ? String(cause.code) : undefined,
    message: (cause.message.split("\n")[0] ?? "").slice(0, 300),
    stack: framesOf(cause),
  };
}

/** Where it happened; a message of several lines stands in the stack too, and stays out. */
const framesOf = (error: Error): string | undefined =>
  error.stack
    ?.split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 7)
    .map((line) => line.trim())
    .join(" | ");

/** Some libraries report plain objects with a message. */
const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);
