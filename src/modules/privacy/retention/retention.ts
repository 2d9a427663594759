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
import { type BackupPlan, backupSetting } from "#src/platform/backups/plan.ts";
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
import { andList, counted } from "#src/shared/counted.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { hourMs } from "#src/shared/units.ts";
import { graceDays } from "../domain/grace.ts";

/** A class of data that no job deletes by its age. */
type KeptClass = {
  key: string;
  holds: string;
  why: string;
  until: string;
  /** What is still there after the account was deleted; null: nothing. */
  stays: string | null;
  /** Tables in which words of a deleted account may stand, by schema: a test finds them nowhere else. */
  mayKeep: readonly string[];
};

const backupTime = ({ daily, weekly, monthly }: Pick<BackupPlan, "daily" | "weekly" | "monthly">): string =>
  `the oldest backup: ${andList([counted(daily, "day"), counted(weekly, "week"), counted(monthly, "month")])}`;

const withAccount = `until the account is deleted, ${counted(graceDays, "day")} after its owner asked for it`;

/** What stays until somebody ends it, and why. */
export const keptClasses = (plan: Pick<BackupPlan, "daily" | "weekly" | "monthly">): readonly KeptClass[] => [
  {
    key: "account",
    holds: "Accounts: name, e-mail, ways to sign in, choices, saved views",
    why: "The person signs in with it.",
    until: withAccount,
    stays: "an id with its role and dates, so that orders and the audit still fit together",
    mayKeep: [],
  },
  {
    key: "orders",
    holds: "Orders: brief, files, texts, conversations with the writer, ratings, notes",
    why: "The client reads and uses the work, and can ask for changes or open a dispute.",
    until: withAccount,
    stays: "number, kind of work, price, country and dates: records of a sale",
    mayKeep: [],
  },
  {
    key: "work",
    holds: "Texts and reports that a writer has delivered",
    why: "They belong to the clients who paid for them.",
    until: "as long as the order",
    stays: "the text and the pen name, when it is the writer who leaves",
    mayKeep: ["orders.deliveries", "orders.originality_reports"],
  },
  {
    key: "money",
    holds: "Payments, receipts, refunds, payouts, the ledger",
    why: "The law on taxes and bookkeeping asks for it, 10 years in many countries.",
    until: "for good; nothing is ever changed in the ledger",
    stays: "sums, dates, numbers of orders and of payments at the provider, without name and address",
    mayKeep: [],
  },
  {
    key: "audit",
    holds: "The audit: who did what, when, on which order or account",
    why: "Shows misuse by people of the shop. Each row is sealed by the one after it: one that is missing breaks the proof.",
    until: "for good",
    stays: "ids, and the address to which an account was changed",
    mayKeep: ["platform.audit"],
  },
  {
    key: "last-mail",
    holds: "The e-mail that says that an account was deleted",
    why: "The owner of the address learns of it, also when it was somebody else.",
    until: "as other e-mails, above",
    stays: "this one e-mail",
    mayKeep: ["platform.mails"],
  },
  {
    key: "unanswered",
    holds: "What happened and not every part of the shop has answered yet",
    why: "A part that failed is asked again.",
    until: "it is answered; then the time of events, above",
    stays: "an event, for this time",
    mayKeep: ["platform.outbox"],
  },
  {
    key: "writers",
    holds: "Writers: pen name, grade, accepted application, notes about them, account for payouts",
    why: "Work is offered and paid by it.",
    until: withAccount,
    stays: "the pen name on orders that were written under it",
    mayKeep: [],
  },
  {
    key: "checks",
    holds: "Answers of the AI checker that a person saved, sealed",
    why: "The person asked for it.",
    until: "the person deletes them, at the latest with the account",
    stays: null,
    mayKeep: [],
  },
  {
    key: "threats",
    holds: "Reports of threats that are not ended",
    why: "They keep the data of the person sealed.",
    until: "the person ends them; then the time above",
    stays: null,
    mayKeep: [],
  },
  {
    key: "shop",
    holds: "Settings, prices, pages, versions of the rules, keys of programs in use",
    why: "The shop runs by it, and an order is judged by the rules that it was placed with.",
    until: "for good; keys until they are taken back",
    stays: "what the shop has published",
    mayKeep: [],
  },
  {
    key: "backups",
    holds: "Copies of all of this in backups",
    why: "The shop can be restored after a fault.",
    until: backupTime(plan),
    stays: "everything, until the last backup from before the deletion is gone",
    mayKeep: [],
  },
  {
    key: "logs",
    holds: "The log of the server: page, time, result, keyed hash of the network address",
    why: "Faults and attacks are found by it. It holds no names, e-mails or texts.",
    until: "as the server is set up: the shop writes it out and keeps none of it",
    stays: null,
    mayKeep: [],
  },
];

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
