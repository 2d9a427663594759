import { statfs } from "node:fs/promises";
import { and, asc, eq, gt } from "drizzle-orm";
import { dayMs } from "#src/shared/units.ts";
import type { Database } from "./database/database.ts";
import type { JobKind } from "./jobs.ts";
import type { Runtime } from "./runtime.ts";
import { diskDays } from "./tables.ts";

export type Disk = { free: number; whole: number };
export type DiskDay = Disk & { at: Date };

/** Of the folder with the data; null: no such folder. */
export const diskOf = ({ config }: Pick<Runtime, "config">): Promise<Disk | null> =>
  statfs(config.dataDir).then(
    ({ bavail, blocks, bsize }) => ({ free: bavail * bsize, whole: blocks * bsize }),
    () => null,
  );

/** Hours leave out the hour at which the machine is off: the first one of a day keeps the figure of that day (UTC). */
export const diskJob: JobKind = {
  name: "disk-days",
  cron: "11 * * * *",
  run: async (runtime) => {
    const disk = await diskOf(runtime);
    if (!disk) return;
    const at = new Date(Math.floor(runtime.clock().getTime() / dayMs) * dayMs);
    await runtime.db
      .insert(diskDays)
      .values({ at, ...disk })
      .onConflictDoNothing();
  },
};

const daysRead = 28;
const leastDays = 5;

/** The kept days of a disk of this size, oldest first: another size is another disk, or one that was made larger. */
export const recentDiskDays = (db: Database, { whole }: Disk, now: Date): PromiseLike<DiskDay[]> =>
  db
    .select()
    .from(diskDays)
    .where(and(eq(diskDays.whole, whole), gt(diskDays.at, new Date(now.getTime() - daysRead * dayMs))))
    .orderBy(asc(diskDays.at))
    .limit(daysRead);

/** In how many days the disk is full at the rate of the last weeks (least squares); null: too few days, or it does not fill. */
export function daysUntilFull(days: readonly DiskDay[], { free }: Disk): number | null {
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last || last.at.getTime() - first.at.getTime() < (leastDays - 1) * dayMs) return null;
  const points = days.map((day) => ({ x: (day.at.getTime() - first.at.getTime()) / dayMs, y: day.free }));
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const [middleX, middleY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  const slope =
    points.reduce((sum, { x, y }) => sum + (x - middleX) * (y - middleY), 0) /
    points.reduce((sum, { x }) => sum + (x - middleX) ** 2, 0);
  return slope < 0 ? free / -slope : null;
}
