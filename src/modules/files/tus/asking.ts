import { AsyncLocalStorage } from "node:async_hooks";
import type { Readable } from "node:stream";
import type { Ctx } from "#src/platform/house.ts";
import { type Refusal, refusalStatus } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import type { Lease } from "../leases.ts";
import type { FileLimits } from "../settings.ts";
import type { Checksum } from "./checksum.ts";

/** One request at the tus door: the library hands ids alone to a store, so who asks travels beside it. */
export type Asking = {
  ctx: Ctx;
  person: Person;
  limits: FileLimits;
  /** Of the address; empty for a new upload. */
  id: string;
  /** PATCH, or a POST that brings bytes. */
  writes: boolean;
  /** What the bytes that come must add up to, if the sender says so. */
  checksum: Checksum | null;
  /** The bytes that come. The library would pass them through five streams on their way to the storage. */
  source: Readable;
  /** Fires when this request should end and say how far it came. */
  stop: AbortController;
  lease: Lease | null;
  /** Asks the library to end this request. */
  cancel: () => void;
  /** The offset after this request, once known. */
  received?: number;
  /** The upload became complete by this request. */
  complete?: true;
};

export const asking = new AsyncLocalStorage<Asking>();

export function whoAsks(): Asking {
  const store = asking.getStore();
  if (!store) throw new Error("No request is being answered here.");
  return store;
}

/** What the library turns into an answer: its handlers throw plain objects like this. */
export class TusRefusal extends Error {
  status_code: number;
  body: string;
  retryAfter: number | undefined;
  constructor(status: number, words: string, retryAfter?: number) {
    super(words);
    this.status_code = status;
    this.body = words;
    this.retryAfter = retryAfter;
  }
}

/** The protocol says 400 for what it cannot read, 423 for a file that is held, 507 for a full disk. */
export const asTus = (refusal: Refusal, status?: number): TusRefusal =>
  new TusRefusal(
    status ?? (refusal.code === "invalid" ? 400 : refusalStatus[refusal.code]),
    refusal.fields?.[0]?.message ?? refusal.message,
    refusal.retryAfter,
  );
