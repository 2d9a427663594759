import { z } from "zod";
import { defineSetting } from "#src/platform/settings.ts";
import type { Grade } from "./domain/pay.ts";

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
