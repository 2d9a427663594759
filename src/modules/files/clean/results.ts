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

const megabyte = 1024 * 1024;

/** Bounds of what the cleaners open (security notes 5.2.3, 5.2.6). */
export const limits = {
  /** Width times height of an image, read from its header. */
  pixels: 50_000_000,
  zipEntries: 2_000,
  zipUnpacked: 200 * megabyte,
  zipRatio: 100,
  /** Below this the ratio says nothing: a short text of spaces packs far better than 100 to 1. */
  zipRatioFrom: megabyte,
  zipDirectory: 8 * megabyte,
  /** A picture inside an office file is held in memory while it is cleaned. */
  partInMemory: 64 * megabyte,
  /** A document inside a document is held in memory too, and pictures in it beside it. */
  embedded: 32 * megabyte,
  xmlTag: megabyte,
  xmlDepth: 1_000,
  pdf: 100 * megabyte,
} as const;
