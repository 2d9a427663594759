import { isDatabaseAway } from "./errors.ts";

// Class 28: wrong name or password. 3D000: no such database. 42501: not allowed to.
const accessRefused = /^(28...|3D000|42501)$/;

const reasonsOf = (error: unknown): Error[] => {
  if (!(error instanceof Error)) return [];
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return [...inner.flatMap(reasonsOf), error];
};

const codeOf = (error: Error): string => ("code" in error ? String(error.code) : "");

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
