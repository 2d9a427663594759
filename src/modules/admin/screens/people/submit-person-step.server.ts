import { redirectDocument } from "react-router";
import {
  blockPerson,
  changeRole,
  endSessionsOf,
  startFactorRemoval,
  startImpersonation,
  startResetFor,
  stopFactorRemoval,
  unblockPerson,
  withProof,
} from "#src/modules/accounts/index.server.ts";
import { addNote } from "#src/modules/chat/index.server.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { typedIn } from "#src/platform/refused-form.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { notFound, type Outcome, type Refusal } from "#src/shared/outcome.ts";
import { capabilities } from "#src/shared/viewer.ts";
import { again } from "../orders/submit-order-step.server.ts";

type Typed = Readonly<Record<string, string>>;
type Seen = { personId: string; seen: string };
type Taker = (ctx: Ctx, seen: Seen, typed: Typed) => Promise<Outcome<unknown>>;

const withReason =
  (run: (ctx: Ctx, raw: unknown) => Promise<Outcome<unknown>>): Taker =>
  (ctx, { personId }, { reason = "" }) =>
    run(ctx, { personId, reason });

const endOne: Taker = (ctx, { personId }, { reason = "", session = "" }) =>
  endSessionsOf(ctx, { personId, reason, sessionId: session });

const takers: Readonly<Record<string, Taker>> = {
  note: (ctx, { personId }, { text = "" }) => addNote(ctx, { chatId: personId, text }),
  role: (ctx, { personId, seen }, { reason = "", role = "", ...typed }) =>
    changeRole(ctx, {
      ...{ personId, seen, reason, role },
      capabilities: capabilities.filter((capability) => typed[`may-${capability}`] === "on"),
    }),
  block: withReason(blockPerson),
  unblock: withReason(unblockPerson),
  reset: withReason(startResetFor),
  "end-all": withReason(endSessionsOf),
  "drop-factors": withReason(startFactorRemoval),
  "keep-factors": withReason(stopFactorRemoval),
  "see-as": withReason(startImpersonation),
};

/** The session of a step that ends one; its form is named after it, because each has its own reason. */
const oneSession = /^end-([0-9a-f-]{36})$/;

/**
 * Applies the step of a form on a person's page. Done: back to the page, with a message; refused: the page
 * again with everything typed. A proof of identity in the form is checked first.
 */
export async function submitPersonStep(ctx: Ctx, request: Request, personId: string) {
  const form = await request.formData();
  const step = String(form.get("step") ?? "");
  const typed = typedIn(form, step);
  const session = oneSession.exec(step)?.[1];
  const take = Object.hasOwn(takers, step) ? takers[step] : undefined;
  const seen = { personId, seen: String(form.get("seenVersion") ?? "") };
  const refused = (refusal: Refusal) => again(refusal, step, typed, { reason: "Reason" });
  return withProof(ctx, request.headers, form, {
    take: async (known) => {
      const taken = await (session
        ? endOne(known, seen, { ...typed, session })
        : (take?.(known, seen, typed) ?? notFound()));
      if (!taken.ok) return refused(taken);
      // A whole new page: scripts and data of the admin's own page end with it.
      if (step === "see-as") return redirectDocument("/dashboard");
      return redirectWithFlash(`/admin/people/${personId}`, session ? "end-one" : step);
    },
    again: refused,
  });
}
