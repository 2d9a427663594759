import { z } from "zod";
import { defineSetting } from "#src/platform/settings.ts";
import { defaultShare } from "./domain/writer-share.ts";

/** The writer's part of the price (decisions 4). */
export const shareSetting = defineSetting({
  key: "writing.share",
  meaning: "the writer's part of the price",
  unit: "percent",
  schema: z.number().int().min(0).max(100),
  default: defaultShare,
});

/** Prices include tax; the receipt says how much of it (decisions 5). The rate is in hundredths of a percent. */
export const taxSetting = defineSetting({
  key: "payments.tax",
  meaning: "name and rate of the tax that prices contain, and the operator's tax number, for receipts",
  unit: "hundredths of a percent",
  schema: z.strictObject({
    name: z.string().trim().max(40),
    rate: z.number().int().min(0).max(5000),
    number: z.string().trim().max(60),
  }),
  default: { name: "", rate: 0, number: "" },
});
