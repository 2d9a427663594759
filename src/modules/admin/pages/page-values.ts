import { enquirySetting } from "#src/modules/chat/index.server.ts";
import { type Placeholders, siteSetting } from "#src/modules/operator/index.server.ts";
import { whoRuns } from "#src/modules/operator/index.ts";
import { lifeSetting, rulesSetting } from "#src/modules/orders/index.server.ts";
import { describeLadder } from "#src/modules/orders/index.ts";
import { quoteSetting } from "#src/modules/pricing/index.server.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { counted } from "#src/shared/counted.ts";
import { spokenMinutes } from "#src/shared/time-labels.ts";

const cell = (text: string) => ({ right: false, of: [text] });

/** What the placeholders of a page print now: from the settings that the engine uses, so that no page disagrees with it. */
export async function pageValues({ settings }: Pick<Runtime, "settings">): Promise<Placeholders> {
  const site = await settings.get(siteSetting);
  const life = await settings.get(lifeSetting);
  const rules = await settings.get(rulesSetting);
  const ladder = describeLadder(rules.refund);
  return {
    shop: { text: site.name },
    "who runs the shop": { text: whoRuns(site) },
    "contact e-mail": site.email ? { text: site.email, to: `mailto:${site.email}` } : { text: "" },
    "support hours": { text: site.hours },
    "quote time": { text: spokenMinutes((await settings.get(quoteSetting)).validMinutes) },
    "minimum lead": { text: counted(life.minimumLeadHours, "hour") },
    "time to pay": { text: counted(life.unpaidHours, "hour") },
    "review days": { text: counted(rules.reviewDays, "day") },
    "review days of long orders": { text: counted(rules.longReviewDays, "day") },
    "long order": { text: counted(rules.longFromPages, "page") },
    "refund table": {
      block: {
        kind: "table",
        head: ["When", "What comes back", "Who pays for it"].map(cell),
        rows: ladder.map(({ when, back, bearer }) => [when, back, bearer].map(cell)),
      },
      says: `table of ${counted(ladder.length, "step")}`,
    },
    "enquiry days": { text: counted((await settings.get(enquirySetting)).keepDays, "day") },
  };
}
