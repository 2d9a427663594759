import { sql } from "drizzle-orm";
import { type Database, send } from "./database.ts";
import { errorCodes, isDatabaseFull, isReadOnly } from "./errors.ts";

/** A whole megabyte, so that a disk with no room for it is known before the last page is gone. It is dropped at once. */
const probe = sql`create temp table write_probe on commit drop as
  select repeat('x', 8000) as bytes from generate_series(1, 128)`;
const knownForMs = 5_000;

type Writable = "ok" | "full" | "read-only";

/**
 * Asks whether a server of the operator's takes writes, whose disk we cannot look at; asked at most every five seconds.
 * A role that may make no temporary tables is not asked. Rejects when the server does not answer.
 */
export function openWriteProbe(db: Database): () => Promise<Writable> {
  let known: { at: number; answer: Promise<Writable> } | null = null;
  const ask = async (): Promise<Writable> => {
    try {
      await send(db, probe);
      return "ok";
    } catch (error) {
      if (isReadOnly(error)) return "read-only";
      if (isDatabaseFull(error)) return "full";
      if (errorCodes(error).includes("42501")) return "ok";
      known = null;
      throw error;
    }
  };
  return () => {
    if (!known || performance.now() - known.at > knownForMs) known = { at: performance.now(), answer: ask() };
    return known.answer;
  };
}
