import { z } from "zod";
import { sweepAccounts } from "#src/modules/accounts/index.server.ts";
import { canChangeSettings, sweepBrandPictures } from "#src/modules/admin/index.server.ts";
import { sweepDeliveries } from "#src/modules/api/index.server.ts";
import { sweepChats } from "#src/modules/chat/index.server.ts";
import { sweepFilesJob } from "#src/modules/files/index.server.ts";
import { sweepNotices } from "#src/modules/notifications/index.server.ts";
import type { PageValues, Placeholders } from "#src/modules/operator/index.server.ts";
import { sweepForms, sweepOrders } from "#src/modules/orders/index.server.ts";
import { sweepProviderEvents } from "#src/modules/payments/index.server.ts";
import { sweepQuotes } from "#src/modules/pricing/index.server.ts";
import { sweepApplications } from "#src/modules/writing/index.server.ts";
import { backupSetting } from "#src/platform/backups/plan.ts";
import { type Answer, query } from "#src/platform/query.ts";
import {
  lastRuns,
  type Retained,
  type RetentionJob,
  type RetentionRun,
  runIsMissing,
  runsOfClass,
} from "#src/platform/retention.ts";
import { sweeps } from "#src/platform/sweeps.ts";
import { counted } from "#src/shared/counted.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { hourMs } from "#src/shared/units.ts";
import { keptClasses } from "./kept-classes.ts";

/** Every job that deletes data by its age. A module that keeps something for a time adds its job here. */
export const retentionJobs: readonly RetentionJob[] = [
  sweepAccounts,
  sweepForms,
  sweepOrders,
  sweepFilesJob,
  sweepQuotes,
  sweepChats,
  sweepNotices,
  sweepApplications,
  sweepProviderEvents,
  sweepDeliveries,
  ...sweeps,
  sweepBrandPictures,
];

const cell = (text: string) => ({ right: false, of: [text] });

/** What the page about privacy prints of times: those that the jobs delete by. */
export const retentionPageValues: PageValues = async (runtime, page) => {
  const values: Placeholders = {};
  if (page !== "privacy-policy") return values;
  const rows: [string, string][] = [];
  for (const { retains } of retentionJobs)
    for (const { shown, time } of retains) if (shown) rows.push([shown, await time(runtime)]);
  return {
    "what is deleted when": {
      block: {
        kind: "table",
        caption: "What is deleted automatically, and when",
        head: ["What", "Kept"].map(cell),
        rows: rows.map((row) => row.map(cell)),
      },
      says: `table of ${counted(rows.length, "kind")} of data`,
    },
  };
};

/** What the next run has still time for is not overdue. */
const slackMs = 26 * hourMs;
const mostRuns = 50;

export type ClassState = "new" | "fine" | "failed" | "missing" | "overdue";
export type RetentionState = Answer<typeof retentionState>;
export type RetentionClass = RetentionState["classes"][number];

const stateOf = (job: RetentionJob, last: RetentionRun | undefined, overdue: number, now: Date): ClassState => {
  if (last?.error) return "failed";
  if (last && runIsMissing(job, last.at, now)) return "missing";
  if (overdue > 0) return "overdue";
  return last ? "fine" : "new";
};

type Found = { job: RetentionJob; one: Retained };
const all: readonly Found[] = retentionJobs.flatMap((job) => job.retains.map((one) => ({ job, one })));

/** Each class of data with its time and what became of the last run, for admins with `settings`; `of`: its newest runs. */
export const retentionState = query("privacy.retention", {
  input: z.strictObject({ of: z.string().default("") }),
  run: async ({ db, viewer, now, ctx: { runtime } }, { of }) => {
    if (!canChangeSettings(viewer)) return notFound();
    const last = await lastRuns(db);
    const chosen = all.find(({ one }) => one.key === of)?.one;
    const runs = chosen ? await runsOfClass(db, chosen.key, mostRuns) : [];
    const classes = [];
    for (const { job, one } of all) {
      const overdue = await one.overdue(runtime, new Date(now.getTime() - slackMs));
      const run = last.get(one.key);
      const { key, holds, why, choice } = one;
      classes.push({
        ...{ key, holds, why, choice: choice ?? null, job: job.name, cron: job.cron, overdue },
        ...{ time: await one.time(runtime), state: stateOf(job, run, overdue, now) },
        last: run ? { at: run.at, removed: run.removed, error: run.error } : null,
      });
    }
    const kept = keptClasses(await runtime.settings.get(backupSetting)).map(({ mayKeep: _, ...one }) => one);
    return done({ classes, kept, chosen: chosen ? { key: chosen.key, holds: chosen.holds, runs } : null });
  },
});
