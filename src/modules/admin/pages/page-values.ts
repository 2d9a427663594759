import { enquirySetting } from "#src/modules/chat/index.server.ts";
import { type Placeholders, siteSetting } from "#src/modules/operator/index.server.ts";
import { whoRuns } from "#src/modules/operator/index.ts";
import { lifeSetting, rulesSetting } from "#src/modules/orders/index.server.ts";
import { describeLadder, disputeText, type OrderRules, revisionDueText } from "#src/modules/orders/index.ts";
import { loadPricingForBrowser, quoteSetting } from "#src/modules/pricing/index.server.ts";
import { fromPrices } from "#src/modules/pricing/index.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { spokenMinutes } from "#src/shared/time-labels.ts";

const cell = (text: string) => ({ right: false, of: [text] });
const part = (name: string, says: string) => ({ block: { kind: "part" as const, name, says }, says });

/** "everything goes back" */
const goesBack = (percent: number): string =>
  percent === 100 ? "everything goes back" : `${percent}% of the price goes back`;

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
    "what comes back when late": { text: goesBack(rules.refund.missedPercent) },
    "what comes back by our fault": { text: goesBack(rules.refund.faultPercent) },
    "when a revision is due": { text: revisionDueText(rules) },
    "how a dispute is decided": { text: disputeText(rules) },
    "refund table": {
      block: {
        kind: "table",
        head: ["When", "What comes back", "Who pays for it"].map(cell),
        rows: ladder.map(({ when, back, bearer }) => [when, back, bearer].map(cell)),
      },
      says: `table of ${counted(ladder.length, "step")}`,
    },
  };
};

/** The amounts of the picture of refunds are those of six pages at the lowest rate. */
export const exampleCents = async (runtime: Runtime): Promise<number> =>
  fromPrices((await loadPricingForBrowser({ runtime })).table).essayPage * 6;

/** What one page alone can print, by its name. */
const ownValues: Readonly<Record<string, (runtime: Runtime) => Promise<Placeholders>>> = {
  guarantees: async (runtime) => ({
    "example order": { text: formatUsd(await exampleCents(runtime)) },
    "refund picture": part("refund picture", "Picture of what comes back when"),
    "credit picture": part("credit picture", "Picture of what comes back for each late day"),
  }),
  contact: async () => ({
    "ways to reach us": part("ways to reach us", "E-mail, phone, WhatsApp, address and hours, those that are set"),
  }),
};

/** What the placeholders of a page print now: from the settings that the engine uses, so that no page disagrees with it. */
export async function pageValues(runtime: Runtime, page: string): Promise<Placeholders> {
  const { settings } = runtime;
  const site = await settings.get(siteSetting);
  const life = await settings.get(lifeSetting);
  return {
    shop: { text: site.name },
    "who runs the shop": { text: whoRuns(site) },
    "contact e-mail": site.email ? { text: site.email, to: `mailto:${site.email}` } : { text: "" },
    "support hours": { text: site.hours },
    "quote time": { text: spokenMinutes((await settings.get(quoteSetting)).validMinutes) },
    "minimum lead": { text: counted(life.minimumLeadHours, "hour") },
    "time to pay": { text: counted(life.unpaidHours, "hour") },
    ...promised(await settings.get(rulesSetting)),
    "enquiry days": { text: counted((await settings.get(enquirySetting)).keepDays, "day") },
    ...(await ownValues[page]?.(runtime)),
  };
}
