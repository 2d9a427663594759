import { eq } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { leadSetting, onlyTutoringNow } from "#src/modules/pricing/index.server.ts";
import { isService } from "#src/modules/pricing/index.ts";
import { type Command, command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import { clearTimer, setTimer, type TimerKind } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import { done, invalid, notFound, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { hourMs } from "#src/shared/units.ts";
import { canBuyAs, canDecideRequest, canSeeAllOrders, isOwnRequest, ownOrderRefusal } from "../domain/policy.ts";
import { lockPlacing } from "../placing/order-quota.ts";
import { whatIsSold } from "../placing/price-form.ts";
import { drawAgain, type NewOrder, writeNewOrder } from "../placing/write-order.ts";
import { lifeSetting } from "../settings.ts";
import { type KeptOrder, type RequestState, screenedRequests } from "../storage/draft-tables.ts";
import { lockRequest, type RequestRow, requestTimer, tellRequest } from "./hold-request.ts";

const mostAnswer = 2_000;
const input = z.strictObject({
  requestId: askedId,
  verdict: z.enum(["accept", "refuse"]),
  /** What the client reads with a refusal. */
  answer: z.string().trim().default(""),
});
type Input = z.infer<typeof input>;

/** `placed`: the order exists; false after a yes: the client is asked for a later deadline. */
export type Decided = { requestId: string; verdict: "accept" | "refuse"; placed: boolean };

/**
 * A person lets a request through, which places the order at the total that was kept, or refuses it with an answer.
 * Refusals: not-found, forbidden (the own one), invalid for `answer`, conflict (it was decided, taken back or has
 * ended, or is no longer sold as the form said).
 */
export const decideRequest: Command<Decided> = (ctx, raw) => drawAgain(() => decideOnce(ctx, raw));
const decideOnce = command<Input, Decided>("orders.decide-request", {
  input,
  run: async (work, { requestId, verdict, answer }) => {
    if (!isId(requestId) || !canSeeAllOrders(work.viewer, "admin")) return notFound();
    const [seen] = await work.tx
      .select({ clientId: screenedRequests.clientId })
      .from(screenedRequests)
      .where(eq(screenedRequests.id, requestId));
    if (!seen) return notFound();
    // As in placing: first the account, then the row.
    await lockPlacing(work, seen.clientId);
    const request = await lockRequest(work, requestId);
    if (!request) return notFound();
    if (!canDecideRequest(request, work.viewer)) return ownOrderRefusal();
    if (request.state !== "waiting") return decidedBefore(work, request, verdict);
    if (verdict === "accept") return accept(work, request);
    if (answer === "" || answer.length > mostAnswer)
      return invalid([{ path: "answer", message: `Write an answer of at most ${mostAnswer} characters.` }]);
    await end(work, request, "refused", answer);
    tellRequest(work, "request.refused", request, { answer });
    return done({ requestId, verdict, placed: false });
  },
});

const nowIs: Readonly<Record<RequestState, string>> = {
  waiting: "It waits.",
  accepted: "It is accepted.",
  placed: "It is accepted.",
  refused: "It is refused.",
  expired: "Its time is over.",
  withdrawn: "The client took it back.",
};

/** The same button pressed twice is one decision; anybody else learns what became of the request. */
async function decidedBefore(work: Work, request: RequestRow, verdict: Input["verdict"]): Promise<Outcome<Decided>> {
  const { viewer } = work;
  const same = verdict === "refuse" ? request.state === "refused" : ["accepted", "placed"].includes(request.state);
  const { decidedBy } = request;
  if (same && viewer.kind === "person" && decidedBy === viewer.id)
    return done({ requestId: request.id, verdict, placed: request.state === "placed" });
  const by = decidedBy && (await findPeople(work.tx, [decidedBy])).get(decidedBy)?.name;
  return refuse("conflict", `Nothing was changed. ${nowIs[request.state]}${by ? ` ${by} decided.` : ""}`);
}

async function accept(work: Work, request: RequestRow): Promise<Outcome<Decided>> {
  const { id: requestId, kept, clientId } = request;
  const client = (await findPeople(work.tx, [clientId])).get(clientId);
  if (!kept || !client || !canBuyAs(client.role))
    return refuse("conflict", "This account cannot order any more. Refuse the request.");
  const order: NewOrder = { ...kept, id: requestId, client: { ...client, id: clientId }, work: revived(kept) };
  const unsold = await notSoldNow(work, order);
  if (unsold) return refuse("conflict", `The request cannot be accepted now. ${unsold}`);
  const late = await isTooNear(work, order);
  if (!late) {
    const made = await writeNewOrder(work, order);
    if (!made.ok) return made;
  }
  await end(work, request, late ? "accepted" : "placed");
  tellRequest(work, "request.accepted", request, { late, custom: kept.work.kind === "custom" });
  return done({ requestId, verdict: "accept", placed: !late });
}

/** Why it is no longer sold as the form said while it waited, in words for who decides; null when it is. */
async function notSoldNow(work: Work, { form, tutoring }: NewOrder): Promise<string | null> {
  const { sold, refused } = await whatIsSold(work, form);
  if (refused) return refused.message;
  return sold === "tutoring" && !tutoring ? onlyTutoringNow(form.country) : null;
}

const dateOf = (text: Date): Date => new Date(text);

/** Dates are texts in a stored row. */
const revived = ({ work, consent: _ }: KeptOrder): NewOrder["work"] => {
  if (work.kind === "custom")
    return { kind: "custom", wish: { ...work.wish, deadline: work.wish.deadline && dateOf(work.wish.deadline) } };
  const { input: asked, pricedAt, ...price } = work.price;
  return {
    kind: "priced",
    price: { ...price, input: { ...asked, deadline: dateOf(asked.deadline) }, pricedAt: dateOf(pricedAt) },
  };
};

/** Whether the time that is left is less than an order of this service must have. */
async function isTooNear(work: Work, order: NewOrder): Promise<boolean> {
  const { settings } = work.ctx.runtime;
  const { service } = order.form;
  const lead = isService(service)
    ? (await settings.get(leadSetting))[service]
    : (await settings.get(lifeSetting)).minimumLeadHours;
  const deadline = order.work.kind === "custom" ? order.work.wish.deadline : order.work.price.input.deadline;
  return deadline !== null && deadline.getTime() < work.now.getTime() + lead * hourMs;
}

async function end(work: Work, { id }: RequestRow, state: RequestState, answer?: string): Promise<void> {
  const { viewer, now, tx } = work;
  const byPerson = state !== "expired" && state !== "withdrawn" && viewer.kind === "person";
  await tx
    .update(screenedRequests)
    .set({
      state,
      ...(answer !== undefined && { answer }),
      ...(byPerson && { decidedBy: viewer.id, decidedAt: now }),
      // The order has it now.
      ...(state === "placed" && { kept: null, values: {} }),
    })
    .where(eq(screenedRequests.id, id));
  await clearTimer(work, { kind: requestTimer, subject: id });
  work.audit({ action: `request.${state}`, subject: id });
}

/** The client takes a request back that nobody has decided. Refusals: not-found, conflict. */
export const withdrawRequest = command<{ requestId: string }, null>("orders.withdraw-request", {
  input: z.strictObject({ requestId: askedId }),
  run: async (work, { requestId }): Promise<Outcome<null>> => {
    const request = await lockRequest(work, requestId);
    if (!request || !isOwnRequest(request, work.viewer)) return notFound();
    if (request.state === "withdrawn") return done(null);
    const gone: Refusal = refuse("conflict", "This request does not wait any more.");
    if (request.state !== "waiting") return gone;
    await end(work, request, "withdrawn");
    return done(null);
  },
});

/** Nobody decided in time: the request ends, and its client gets an e-mail. A job deletes it later (orders/jobs.ts). */
export const requestTimers: readonly TimerKind[] = [
  {
    kind: requestTimer,
    lock: lockRequest,
    run: async (work, subject) => {
      const request = await lockRequest(work, subject);
      if (request?.state !== "waiting") return;
      if (request.endsAt > work.now) return setTimer(work, { kind: requestTimer, subject, due: request.endsAt });
      await end(work, request, "expired");
      tellRequest(work, "request.expired", request);
    },
  },
];
