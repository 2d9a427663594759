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
