import { type PageValues, type Placeholders, partValue } from "#src/modules/operator/index.server.ts";
import { counted } from "#src/shared/counted.ts";
import type { OrderRules } from "../domain/order-rules.ts";
import { disputeText, revisionDueText } from "../domain/promised-texts.ts";
import { describeLadder } from "../domain/refund-ladder.ts";
import { lifeSetting, rulesSetting } from "../settings.ts";

const cell = (text: string) => ({ right: false, of: [text] });

/** "everything goes back" */
const goesBack = (percent: number): string =>
  percent === 100 ? "everything goes back" : `${percent}% of the price goes back`;

/** "all of it", as a sentence goes on. */
const part = (percent: number): string => (percent === 100 ? "all of it" : `${percent}% of the price`);

/** What an order is promised. */
const promised = (rules: OrderRules): Placeholders => {
  const ladder = describeLadder(rules.refund);
  return {
    "review days": { text: counted(rules.reviewDays, "day") },
    "review days of long orders": { text: counted(rules.longReviewDays, "day") },
    "revision days": { text: counted(rules.revisionDays, "day") },
    "revision days of long orders": { text: counted(rules.longRevisionDays, "day") },
    "long order": { text: counted(rules.longFromPages, "page") },
    "time to undo": { text: counted(rules.approvalUndoSeconds, "second") },
    "late offer": { text: counted(rules.lateOfferHours, "hour") },
    "credit a day": { text: `${rules.refund.creditDayPercent}%` },
    "most credit": { text: `${rules.refund.creditMaxPercent}%` },
    "what comes back before the start": { text: part(rules.refund.unstartedPercent) },
    "share for a missed deadline": { text: `${rules.refund.missedPercent}%` },
    "what comes back when late": { text: goesBack(rules.refund.missedPercent) },
    "what comes back by our fault": { text: goesBack(rules.refund.faultPercent) },
    "when a revision is due": { text: revisionDueText(rules) },
    "how a dispute is decided": { text: disputeText(rules) },
    "refund table": {
      block: {
        kind: "table",
        caption: "How much money comes back, and when",
        head: ["When", "What comes back", "Who pays for it"].map(cell),
        rows: ladder.map(({ when, back, bearer }) => [when, back, bearer].map(cell)),
      },
      says: `table of ${counted(ladder.length, "step")}`,
    },
  };
};

/** What pages print of an order's life. */
export const orderPageValues: PageValues = async ({ settings }, page) => {
  const life = await settings.get(lifeSetting);
  return {
    "minimum lead": { text: counted(life.minimumLeadHours, "hour") },
    "time to accept": { text: counted(life.acceptHours, "hour") },
    "time of a custom quote": { text: counted(life.quoteHours, "hour") },
    "time to pay": { text: counted(life.unpaidHours, "hour") },
    ...promised(await settings.get(rulesSetting)),
    ...(page === "guarantees" && {
      "refund picture": partValue("refund picture", "Picture of what comes back when"),
      "credit picture": partValue("credit picture", "Picture of what comes back for each late day"),
    }),
  };
};
