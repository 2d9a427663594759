import { z } from "zod";
import type { PageValues } from "#src/modules/operator/index.server.ts";
import { defineSetting } from "#src/platform/settings.ts";
import { counted } from "#src/shared/counted.ts";

const hours = z.number().int().min(1).max(168);

/** How long people take who answer a report of a threat, or confirm an opening of sealed data. */
export const protectionSetting = defineSetting({
  key: "protection",
  meaning: "hours in which a report of a threat is answered, and in which a second person confirms an opening",
  schema: z.strictObject({ answerHours: hours, confirmHours: hours }),
  default: { answerHours: 24, confirmHours: 2 },
});

/** What pages print of the answer to a report of a threat. */
export const protectionPageValues: PageValues = async ({ settings }) => ({
  "time to answer a threat": { text: counted((await settings.get(protectionSetting)).answerHours, "hour") },
});
