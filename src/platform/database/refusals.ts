import { type Refusal, refuse } from "#src/shared/outcome.ts";
import { diskFull } from "../disk-full.ts";
import { errorCodes, isDatabaseAway, isDatabaseFull, isReadOnly } from "./errors.ts";

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
