import type { Readable } from "node:stream";
import { type Ctx, definePort } from "#src/platform/runtime.ts";
import type { FileWork } from "./clean/index.server.ts";
import type { Purpose } from "./domain/purposes.ts";

/** An unfinished upload: our key, and the storage's own name for it. */
type Unfinished = { key: string; ref: string };
/** First and last byte, both included. */
export type Range = { start: number; end: number };
export type Stored = Unfinished & { unfinished: boolean; at: Date };

/**
 * Where bytes lie. Keys are file ids, some with an ending (`<id>.clean`); nothing a person typed. Full storage throws
 * `StorageFull`, one that cannot be reached `StorageAway`. Pieces of a source are the storage's own: it may give their
 * memory back once they are written. One contract suite runs on every implementation.
 */
export type FileStorage = {
  /** Starts an upload without bytes. @returns the storage's own name for it. */
  begin: (key: string) => Promise<string>;
  /** Bytes kept so far, also of a finished file; null when there is nothing. */
  received: (upload: Unfinished) => Promise<number | null>;
  /**
   * Adds what comes, from `offset`, which must be what `received` says. When the source fails or the storage is full
   * it throws, and `received` returns what was kept. @returns the new offset.
   */
  append: (upload: Unfinished, offset: number, source: AsyncIterable<Uint8Array>) => Promise<number>;
  /** Makes a complete upload durable and readable under its key. Doing it again changes nothing. */
  finish: (upload: Unfinished) => Promise<void>;
  /** Stores a whole file durably, or nothing of it. @returns its size. */
  put: (key: string, source: AsyncIterable<Uint8Array>) => Promise<number>;
  /** Bytes of a finished file. */
  read: (key: string, range?: Range) => Promise<Readable>;
  /** Size of a finished file; null when there is none. */
  size: (key: string) => Promise<number | null>;
  /** A finished file as a local path that must not be changed; `release` it afterwards. */
  localCopy: (key: string) => Promise<{ path: string; release: () => Promise<void> }>;
  /** Removes a file, finished or not. Nothing there is fine. */
  remove: (upload: Unfinished) => Promise<void>;
  /** Everything that lies there, in no order. */
  list: () => AsyncIterable<Stored>;
  /** Free and whole room in bytes; null when the storage has no such bound. */
  space: () => Promise<{ free: number; whole: number } | null>;
  /** Rejects when the storage cannot be used now. Cheap; may not answer for as long as nobody answers there. */
  probe: () => Promise<void>;
};

/** The storage has no room for more bytes. */
export class StorageFull extends Error {
  override name = "StorageFull";
}

/** The storage cannot be reached now; later it will have what it acknowledged. */
export class StorageAway extends Error {
  override name = "StorageAway";
}

export const storagePort = definePort<FileStorage>("files.storage");

/** Looks for malware. Throws when it cannot say: the file then stays unchecked, and only its owner has it. */
export type FileScanner = {
  scan: (source: Readable) => Promise<{ infected: false } | { infected: true; name: string }>;
};

/** Null: none is configured. */
export const scannerPort = definePort<FileScanner | null>("files.scanner");

/** Who, beside the owner, may see the files attached to a subject. Plugged in by the module that owns the subject. */
export type FilePolicy = {
  purpose: Purpose;
  maySee: (ctx: Ctx, subject: string, file: { id: string; ownerId: string }) => Promise<boolean>;
};

export const filePoliciesPort = definePort<readonly FilePolicy[]>("files.policies");

/** Worker threads that read files of people: nothing of them is opened on the server's own thread. */
export const workPort = definePort<FileWork>("files.work");
