import type { Database } from "#src/platform/database/database.ts";

class OnlyRehearsed extends Error {}

/**
 * Writes something for a known person, or does the same work and takes it back: the time of the answer does not say
 * whether somebody is known.
 */
export async function writeOrDiscard(
  tx: Database,
  known: boolean,
  write: (inner: Database) => Promise<void>,
): Promise<void> {
  try {
    await tx.transaction(async (inner) => {
      await write(inner as Database);
      if (!known) throw new OnlyRehearsed();
    });
  } catch (error) {
    if (!(error instanceof OnlyRehearsed)) throw error;
  }
}
