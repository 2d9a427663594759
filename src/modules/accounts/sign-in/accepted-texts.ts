import { z } from "zod";
import { hadShown, type ShownVersions } from "#src/modules/operator/index.ts";
import { type Refusal, refuse } from "#src/shared/outcome.ts";

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
