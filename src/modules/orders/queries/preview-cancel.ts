import { z } from "zod";
import { askedId } from "#src/platform/input.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { allowedActions } from "../domain/decide.ts";
import { reductionCents } from "../domain/discount.ts";
import { ladderForAdmins } from "../domain/ladder-bars.ts";
import { stepFor } from "../domain/lifecycle.ts";
import { actorFor } from "../domain/policy.ts";
import { refundFor } from "../domain/refund-ladder.ts";
import { stageText } from "../domain/status-labels.ts";
import { stepMoney } from "../domain/step-money.ts";
import { lifeSetting } from "../settings.ts";
import { factsOf, loadOrder } from "../storage/order-row.ts";

const input = z.strictObject({
  orderId: askedId,
  /** Whose doing it is; counts for admins alone. */
  cause: z.enum(["client", "writer", "operator"]).optional(),
});

export type CancelPreview = Answer<typeof previewCancel>;

const arrival = "The money goes back the way you paid. Banks need up to 10 working days.";

/** What cancelling would give back now, with its rule. Refuses not-found for people outside the order. */
export const previewCancel = query("orders.preview-cancel", {
  input,
  run: async ({ db, ctx, viewer, now }, { orderId, cause }) => {
    if (viewer.kind === "guest") return refuse("signed-out", "Sign in to see this order.");
    const order = await loadOrder(db, orderId);
    const actor = order && actorFor(factsOf(order), viewer, "cancel");
    if (!order || !actor || actor.kind === "W") return notFound();
    const facts = factsOf(order);
    const settings = await ctx.runtime.settings.get(lifeSetting);
    const allowed = isStandingAllowed(facts, actor, now, settings);
    const wish = { wants: "stop", cause: actor.kind === "A" ? (cause ?? "client") : "client" } as const;
    const answer = refundFor(facts, wish, now);
    const { cents, percent, rule } = answer;
    const row = stepFor(order.status, "cancel");
    const asked = { order: facts, actor, now, params: { cause: wish.cause }, settings };
    return done({
      /** False: no step of the table leads to cancelled from here; `why` says it. */
      allowed,
      why: allowed ? null : `The order is ${stageText(order)}, so it cannot be cancelled.`,
      /** Send it back as `refundSeenCents`. */
      refundCents: cents,
      percent,
      /** Less than the price was paid (the first of two payments, a promotion code): it goes back less what is kept. */
      inTwo: order.unpaidCents > 0 || reductionCents(order) > 0,
      currency: order.currency,
      rule,
      /** How and when the money is refunded; null when there is none. */
      arrival: cents > 0 ? arrival : null,
      version: order.stepVersion,
      /** For admins alone: what the step would do to the money, and its rule in their words. */
      admin:
        actor.kind === "A" && row
          ? { money: stepMoney(asked, row), rule: ladderForAdmins(answer, order.rules.refund) }
          : null,
    });
  },
});

/** `preview-seen` looks at what is sent, so the buttons' question may be asked without it. */
const isStandingAllowed = (...[facts, actor, now, settings]: Parameters<typeof allowedActions>): boolean =>
  allowedActions(facts, actor, now, settings).some(({ action }) => action === "cancel");
