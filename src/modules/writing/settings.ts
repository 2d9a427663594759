import { z } from "zod";
import { offers } from "#src/modules/pricing/index.server.ts";
import { defineSetting } from "#src/platform/settings.ts";
import type { Grade, Rates } from "./domain/pay.ts";

const minutes = z.number().int().min(0).max(6000);
const percent = z.number().int().min(0).max(100);

/** What each grade pays of the price; without a share of its own it is the usual one. Grades count from 1. */
export const gradesSetting = defineSetting<readonly Grade[]>({
  key: "writing.grades",
  meaning: "the grades of writers, lowest first, and the share of the price that each pays (none: the usual share)",
  unit: "percent",
  schema: z
    .array(z.strictObject({ name: z.string().trim().min(1).max(40), share: percent.nullable() }))
    .min(1)
    .max(9),
  default: [
    { name: "Grade 1", share: null },
    { name: "Grade 2", share: null },
    { name: "Grade 3", share: null },
  ],
});

const rates = z.strictObject({ page: minutes, source: minutes, editingPage: minutes }).nullable();

const standard = { page: 40, source: 10, editingPage: 20 };

/** Minutes behind the estimates that writers see. A service without them says "not known". */
export const estimateSetting = defineSetting<Partial<Record<string, Rates>>>({
  key: "writing.estimates",
  meaning: "minutes of work that a page, a cited source and a page of editing are estimated at, by service",
  unit: "minutes",
  schema: z.partialRecord(z.enum(offers), rates),
  default: { "non-technical": standard, technical: standard },
});

const days = z.number().int().min(1).max(3650);

/** How long applications are kept that led to nothing. */
export const applicationsSetting = defineSetting<{ declinedDays: number; draftDays: number }>({
  key: "writing.applications",
  meaning: "days after which declined applications, and drafts that nobody touched, are deleted with their samples",
  unit: "days",
  schema: z.strictObject({ declinedDays: days, draftDays: days }),
  default: { declinedDays: 180, draftDays: 90 },
});
