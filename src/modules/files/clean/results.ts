/** Why a file cannot be cleaned; `reason` says it to a person. */
export type UncleanableCode =
  | "broken"
  | "encrypted"
  | "signed"
  | "too-large"
  | "unsafe"
  | "nested"
  | "unsupported"
  | "too-slow";

/** What came of cleaning a file. The output file exists after "cleaned" only. */
export type Cleaning = { result: "cleaned" } | { result: "nothing-to-clean" } | Uncleanable;

export type Uncleanable = { result: "uncleanable"; code: UncleanableCode; reason: string };

/** Thrown inside the cleaners, where a stream must stop at once; the caller turns it into a value. */
export class Refused extends Error {
  readonly code: UncleanableCode;
  constructor(code: UncleanableCode, reason: string) {
    super(reason);
    this.code = code;
  }
}

export const uncleanable = (code: UncleanableCode, reason: string): Uncleanable => ({
  result: "uncleanable",
  code,
  reason,
});

/** What an error inside a cleaner or a reader says of the file; an error that says nothing of it is thrown on. */
export function uncleanableBy(error: unknown): Uncleanable {
  if (error instanceof Refused) return uncleanable(error.code, error.message);
  if (error instanceof RangeError) return uncleanable("broken", broken("file").message);
  throw error;
}

export const broken = (what: string): Refused => new Refused("broken", `The ${what} is damaged and cannot be read.`);
