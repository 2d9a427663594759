import { z } from "zod";
import { defineSetting } from "#src/platform/settings.ts";

const hours = z.number().int().min(1).max(168);

/** How long people take who answer a report of a threat, or confirm an opening of sealed data. */
export const protectionSetting = defineSetting({
  key: "protection",
  meaning: "hours in which a report of a threat is answered, and in which a second person confirms an opening",
  schema: z.strictObject({ answerHours: hours, confirmHours: hours }),
  default: { answerHours: 24, confirmHours: 2 },
});
