import { z } from "zod";
import { isMailAddress } from "#src/platform/mail/check-mail.ts";
import { safeNext } from "#src/shared/next.ts";
import { isZone } from "#src/shared/zone.ts";
import { nameProblem, tidyEmail, tidyName } from "./domain/person-fields.ts";

const text = (missing: string) => z.string(missing);

export const emailField = text("Write your e-mail.")
  .transform(tidyEmail)
  .refine((email) => email !== "", { error: "Write your e-mail.", abort: true })
  .refine(isMailAddress, "This does not look like an e-mail. Check the part around the @.");

export const nameField = text("Write a name.")
  .superRefine((name, check) => {
    const problem = nameProblem(name);
    if (problem) check.addIssue({ code: "custom", message: problem });
  })
  .transform(tidyName);

/** An IANA zone; anything else counts as not given. */
const zoneHint = z
  .string()
  .optional()
  .transform((zone) => (zone && isZone(zone) ? zone : undefined));

const nextField = z
  .string()
  .optional()
  .transform((next) => safeNext(next, "") || undefined);

export const registrationFields = { name: nameField, email: emailField, timeZone: zoneHint, next: nextField };
