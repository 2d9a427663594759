import { z } from "zod";
import { defineSetting } from "#src/platform/settings.ts";
import { gib, kinds, mib } from "./domain/kinds-and-sizes.ts";

const whole = (least: number, most: number) => z.number().int().min(least).max(most);

const schema = z.strictObject({
  maxMb: whole(1, 4096),
  mostFiles: whole(1, 200),
  plainMaxMb: whole(1, 100),
  startsPerHour: whole(1, 10_000),
  unfinished: whole(1, 1000),
  atOnce: whole(1, 20),
  accountGb: whole(1, 1000),
  attachHours: whole(1, 720),
  unfinishedDays: whole(1, 30),
  keepFreeMb: whole(0, 1_000_000),
  keepFreePercent: whole(0, 50),
  refusedKinds: z.array(z.enum(kinds)).max(kinds.length).default([]),
});
export type FileLimits = z.infer<typeof schema>;

/** What may be uploaded, how much of it, and how long it waits to be used. */
export const filesSetting = defineSetting<FileLimits>({
  key: "files",
  meaning:
    "uploads: largest file, files at one purpose, largest file of the plain form, starts an hour, unfinished and running uploads, room of an account, hours until an unused file goes, days until an unfinished one goes, room of the disk that stays free, kinds (by bytes: image, pdf, office, text, archive, other) that are not taken",
  schema,
  default: {
    maxMb: 512,
    mostFiles: 20,
    plainMaxMb: 20,
    startsPerHour: 60,
    unfinished: 10,
    atOnce: 3,
    accountGb: 5,
    attachHours: 24,
    unfinishedDays: 7,
    keepFreeMb: 1024,
    keepFreePercent: 5,
    refusedKinds: [],
  },
});

export const maxBytesOf = (limits: FileLimits): number => limits.maxMb * mib;
export const quotaOf = (limits: FileLimits): number => limits.accountGb * gib;
