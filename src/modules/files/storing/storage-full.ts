import type { Runtime } from "#src/platform/runtime.ts";
import { type Refusal, refuse } from "#src/shared/outcome.ts";
import { mib } from "../domain/kinds-and-sizes.ts";
import { storagePort } from "../ports.ts";
import { filesSetting } from "../settings.ts";

/** The words of a full disk, wherever it is met. */
export const storageFull = (): Refusal =>
  refuse("no-room", "There is no room for files at the moment. Nothing else is affected. Try again later.", {
    retryAfter: 60,
  });

/** The words of a storage that is away. */
export const storageAway = (): Refusal =>
  refuse("unavailable", "We cannot reach our storage of files at the moment. Try again in a minute.", {
    retryAfter: 10,
  });

/** Refuses a file that would leave less room on the disk than the product needs to continue. */
export async function refuseWhenFull(runtime: Runtime, size: number): Promise<Refusal | null> {
  const [space, limits] = await Promise.all([runtime.port(storagePort).space(), runtime.settings.get(filesSetting)]);
  if (!space) return null;
  const floor = Math.max(limits.keepFreeMb * mib, (space.whole * limits.keepFreePercent) / 100);
  return space.free - size < floor ? storageFull() : null;
}
