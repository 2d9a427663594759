import { openBucket } from "#src/adapters/storage/s3/open-bucket.ts";
import type { Config } from "#src/config.ts";
import { dayMs } from "#src/shared/units.ts";
import { manifestPart } from "../parts.ts";
import { type BackupTarget, momentOf } from "./target.ts";

/** A backup under way writes all the time: one that wrote nothing for so long was killed. */
const keptMs = dayMs;

/** Backups in a bucket: their manifest is written last, and one without it is no whole backup. */
export function bucketTarget(store: NonNullable<Config["backupS3"]>): BackupTarget {
  const bucket = openBucket(store);
  const of = (name: string, part = ""): string => `${store.prefix}${name}/${part}`;
  const removeAll = async (name: string): Promise<void> => {
    await bucket.remove([of(name, manifestPart)]);
    await bucket.remove((await bucket.objects(of(name))).map((object) => object.name));
  };
  return {
    begin: async (name) => ({
      put: (part, source) => bucket.put(of(name, part), source),
      remove: (part) => bucket.remove([of(name, part)]),
      finish: async () => undefined,
      giveUp: () => removeAll(name).catch(() => undefined), // else the next whole one takes it away
    }),
    open: (name) => ({
      label: `s3:${name}`,
      labelOf: (part) => `s3:${name}/${part}`,
      read: (part) => bucket.read(of(name, part)),
    }),
    names: () => bucket.folders(store.prefix),
    remove: removeAll,
    tidy: async () => {
      const before = new Date(Date.now() - keptMs);
      await bucket.giveUp(`${store.prefix}paperwright-`, before);
      for (const name of await bucket.folders(store.prefix)) {
        if (!momentOf(name) || (await bucket.has(of(name, manifestPart)))) continue;
        const objects = await bucket.objects(of(name));
        if (objects.every(({ at }) => at < before)) await bucket.remove(objects.map((object) => object.name));
      }
    },
  };
}
