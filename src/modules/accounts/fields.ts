import { z } from "zod";
import { hadShown, type ShownVersions } from "#src/modules/operator/index.ts";
import { mailAddress } from "#src/shared/mail-address.ts";
import { safeNext } from "#src/shared/next.ts";
import { type Refusal, refuse } from "#src/shared/outcome.ts";
import { isZone } from "#src/shared/zone.ts";
import { nameProblem, tidyName } from "./domain/person-fields.ts";

const text = (missing: string) => z.string(missing);

const emailProblem = (typed: string): string => {
  if (typed.trim() === "") return "Write your e-mail.";
  return /[^\p{ASCII}]/u.test(typed.trim())
    ? "Use an e-mail with the letters a to z only: no accents, no letters of other alphabets."
    : "This does not look like an e-mail. Check the part around the @.";
};

/** A mail address in its one form (`mailAddress`). */
export const emailField = text("Write your e-mail.").transform((typed, check) => {
  const email = mailAddress(typed);
  if (email === null) check.addIssue({ code: "custom", message: emailProblem(typed) });
  return email ?? z.NEVER;
});

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

const version = z.string().optional().catch(undefined);
/** Which versions of the terms and the privacy policy a form showed to who accepts them. */
export const shownFields = { termsVersion: version, privacyVersion: version };

/** Refuses a form that had shown other texts than those of now, or none; null: it had shown them. */
export const textsChanged = (sent: Readonly<Record<string, unknown>>, now: ShownVersions): Refusal | null =>
  hadShown(sent, now)
    ? null
    : refuse(
        "conflict",
        "What you accept with an account changed while this form was open. No account was made. Read what changed, then send it again.",
        { data: { texts: true } },
      );
