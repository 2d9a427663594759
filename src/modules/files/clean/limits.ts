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
