import type { FileHandle } from "node:fs/promises";
import { releaseBuffer } from "#src/platform/release-buffer.ts";

/** So much waits in memory while the disk is busy: fewer and larger writes. */
const ahead = 256 * 1024;

/**
 * Writes what comes at `offset` and gives each written piece's memory back. What arrived before a source failed is
 * written, then its failure is thrown; a failure of the disk counts more. @returns where the written bytes end.
 */
export async function writeStream(
  handle: FileHandle,
  offset: number,
  source: AsyncIterable<Uint8Array>,
): Promise<number> {
  let at = offset;
  let waiting: Uint8Array[] = [];
  let size = 0;
  let busy: Promise<void> | null = null;
  const failures: unknown[] = [];
  const writeOut = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      size = 0;
      await writeAll(handle, batch, at);
      for (const piece of batch) {
        at += piece.length;
        releaseBuffer(piece);
      }
    }
  };
  const start = (): Promise<void> =>
    writeOut()
      .catch((error: unknown) => void failures.push(error))
      .then(() => {
        busy = null;
      });
  const settle = async (): Promise<void> => {
    while (busy || (waiting.length > 0 && failures.length === 0)) {
      busy ??= start();
      await busy;
    }
    if (failures.length > 0) throw failures[0];
  };
  try {
    for await (const piece of source) {
      waiting.push(piece);
      size += piece.length;
      busy ??= start();
      if (size >= ahead || failures.length > 0) await settle();
    }
  } finally {
    await settle();
  }
  return at;
}

/** One call to the system as a rule; a disk that takes less is asked again. */
async function writeAll(handle: FileHandle, batch: readonly Uint8Array[], at: number): Promise<void> {
  let rest = [...batch];
  for (let position = at; rest.length > 0; ) {
    const { bytesWritten } = await handle.writev(rest, position);
    position += bytesWritten;
    rest = after(rest, bytesWritten);
  }
}

function after(batch: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let left = bytes;
  return batch.flatMap((piece) => {
    const gone = Math.min(left, piece.length);
    left -= gone;
    return gone === piece.length ? [] : [piece.subarray(gone)];
  });
}
