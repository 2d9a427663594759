import { type Refusal, refuse } from "#src/shared/outcome.ts";
import { diskFull } from "../disk-full.ts";

const systemCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  // This process, or this machine, has no handle left for one more connection.
  "EMFILE",
  "ENFILE",
]);

// 57P01 to 57P03: the server stops, has crashed, starts. 25P03 and 25P04: it ended a transaction that took too long.
// 53100 to 53300: its disk is full, its memory, its connections. Class 08: no connection.
const serverCodes = /^(57P0[123]|25P0[34]|53[123]00|08...)$/;

// What a connection had prepared no longer fits the tables, is gone, or is there although we do not know it.
const staleCodes = /^(0A000|26000|42P05)$/;

// node-postgres gives these no code: waits for the pool and for an answer, and connections that ended under a query.
const awayMessages =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed and is not queryable)/;

/**
 * True when an error means that the database cannot be reached now and another try later makes sense (503), and not
 * that a statement was wrong. Looks through `cause` (Drizzle wraps errors) and through lists of errors.
 */
export const isDatabaseAway = (error: unknown): boolean => errorsIn(error).some(meansAway);

/** 53100, disk_full: nothing can be written, and what is there can be read. */
export const isDatabaseFull = (error: unknown): boolean => errorCodes(error).includes("53100");

/** 25006: the server is a standby, or was set to be read only. */
export const isReadOnly = (error: unknown): boolean => errorCodes(error).includes("25006");

/** 22021, character_not_in_repertoire: a text with NUL, which no row can hold. */
export const isUnholdableText = (error: unknown): boolean => errorCodes(error).includes("22021");

/** True when the connection on which an error came must not be used again, though the next one may answer well. */
export const isConnectionSpent = (error: unknown): boolean =>
  errorsIn(error).some((one) => meansAway(one) || staleCodes.test(codeOf(one)));

// The transaction has failed already; the statement that should have been prepared by the one before it is not there.
const aftermathCodes = /^(25P02|26000)$/;

/** True when a statement may have been refused only because one before it in the transaction had failed. */
export const isAftermath = (error: unknown): boolean => errorsIn(error).some((one) => aftermathCodes.test(codeOf(one)));

/** The codes of an error and of what caused it. */
export const errorCodes = (error: unknown): string[] => errorsIn(error).map(codeOf);

const codeOf = (error: Error): string => ("code" in error ? String(error.code) : "");

const meansAway = (error: Error): boolean => {
  const code = codeOf(error);
  if (serverCodes.test(code) || awayMessages.test(error.message)) return true;
  return systemCodes.has(code) && cameFromConnection(error);
};

/** A missing file is also ENOENT: only errors of a connection count. */
const cameFromConnection = (error: Error): boolean =>
  "syscall" in error && ["connect", "read", "write", "getaddrinfo"].includes(String(error.syscall));

const errorsIn = (error: unknown, depth = 0): Error[] => {
  if (!(error instanceof Error) || depth > 5) return [];
  const inner = error instanceof AggregateError ? error.errors : [];
  return [error, ...[error.cause, ...inner].flatMap((one) => errorsIn(one, depth + 1))];
};

// Deadlock and serialization failure: the server took back one of two transactions that were in each other's way.
const raceCodes: readonly string[] = ["40P01", "40001"];
/** A lock that was waited for too long (`lock_timeout`). */
const lockTimeout = "55P03";
/** A statement that took too long (`statement_timeout`). */
const statementTimeout = "57014";

/** True when the same transaction, begun anew, may well succeed. A statement that took too long would do so again. */
export const isWorthAnotherTry = (error: unknown): boolean =>
  errorCodes(error).some((code) => raceCodes.includes(code) || code === lockTimeout);

/** What an error of the database means for who asked, in words; null: the error is a bug. Nothing was stored. */
export function databaseRefusal(error: unknown): Refusal | null {
  if (isDatabaseFull(error)) return diskFull();
  if (isReadOnly(error))
    return refuse("unavailable", "Our records can only be read at the moment. Try again in a minute.", {
      retryAfter: 60,
    });
  if (isDatabaseAway(error))
    return refuse(
      "unavailable",
      "We cannot reach our records at the moment. Try again in a minute. What you send twice is made once.",
      { retryAfter: 10 },
    );
  const codes = errorCodes(error);
  if (codes.some((code) => raceCodes.includes(code)))
    return refuse("conflict", "Somebody else changed the same thing at this moment. Look again, then try once more.");
  if (codes.includes(lockTimeout) || codes.includes(statementTimeout))
    return refuse("unavailable", "This takes too long at the moment, and nothing was changed. Try again in a minute.", {
      retryAfter: 10,
    });
  return null;
}

// Class 28: wrong name or password. 3D000: no such database. 42501: not allowed to.
const accessRefused = /^(28...|3D000|42501)$/;

const reasonsOf = (error: unknown): Error[] => {
  if (!(error instanceof Error)) return [];
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return [...inner.flatMap(reasonsOf), error];
};

/**
 * What an operator reads when the product cannot be opened. A server that cannot be reached or lets nobody in becomes one
 * sentence with the driver's reason; anything else stays as it is.
 */
export function openingError(error: unknown): unknown {
  const reasons = reasonsOf(error);
  if (!isDatabaseAway(error) && !reasons.some((one) => accessRefused.test(codeOf(one)))) return error;
  const reason = reasons.find(({ message }) => message !== "")?.message ?? "no reason was given";
  return new Error(`The database cannot be opened (${reason}): check DATABASE_URL, and that the server runs.`, {
    cause: error,
  });
}
