import type { PageValues } from "#src/modules/operator/index.server.ts";
import { counted } from "#src/shared/counted.ts";
import { enquirySetting } from "./settings.ts";

/** What pages print of questions that were asked without an account. */
export const chatPageValues: PageValues = async ({ settings }) => ({
  "enquiry days": { text: counted((await settings.get(enquirySetting)).keepDays, "day") },
});
