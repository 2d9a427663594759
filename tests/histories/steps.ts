import { acceptChange, askChange, deliverWork, orderTimers } from "#src/modules/orders/index.server.ts";
import { type Action as StepName, stepFor } from "#src/modules/orders/index.ts";
import { closeDuePages } from "#src/modules/payments/attempts/sync-attempt.ts";
import { payoutRun, payoutsOverview } from "#src/modules/payments/payouts/admin-payouts.ts";
import { confirmPayout, failPayout, payoutTimers } from "#src/modules/payments/payouts/end-payout.ts";
import { startPayouts } from "#src/modules/payments/payouts/start-run.ts";
import { fetchMissedEvents, processDueEvents } from "#src/modules/payments/provider-events/inbox.ts";
import { reconcile } from "#src/modules/payments/reconciling/reconcile.ts";
import { sendDueRefunds } from "#src/modules/payments/refunds/send-refunds.ts";
import { sumQuarters } from "#src/modules/payments/settling/ledger-sums.ts";
import { publishTimer } from "#src/modules/pricing/editor/publish.ts";
import { newId } from "#src/platform/ids.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import { doAct, finished, later, rowOf } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { citationFee, openPriceHands } from "../prices/editor-fixture.ts";
import type { Fixture } from "./fixture.ts";
import type { Action, Life } from "./life.ts";

const texts = { reason: "r", question: "q", answer: "a", points: "p", outcome: "o" };
const steps: readonly [keyof Pick<Life, "client" | "writer" | "admin">, StepName][] = [
  ["client", "cancel"],
  ["admin", "cancel"],
  ["admin", "assign"],
  ["writer", "accept"],
  ["writer", "decline"],
  ["writer", "hold"],
  ["client", "answer"],
  ["client", "approve"],
  ["client", "undo-approval"],
  ["client", "request-revision"],
  ["client", "open-dispute"],
  ["admin", "give-back"],
  ["writer", "answer-dispute"],
  ["client", "accept-decision"],
  ["writer", "accept-decision"],
  ["client", "appeal-decision"],
  ["admin", "decide-complete"],
  ["admin", "decide-refund"],
  ["admin", "decide-resume"],
  ["admin", "reassign"],
];

/** Mostly what the order's state allows, and cancelling seldom: blind dice end nearly every life before a payout. */
const step: Action = async ({ runtime, dice }, life) => {
  const { orderId, writer } = life;
  const all = dice.upTo(20) === 0 ? steps : steps.filter(([, action]) => action !== "cancel");
  const { status, priceCents } = await rowOf(runtime, orderId);
  const open = all.filter(([, action]) => stepFor(status, action));
  const [who, action] = dice.oneOf(open.length > 0 && dice.upTo(5) > 0 ? open : all);
  const decided =
    action.startsWith("decide-") || action === "give-back"
      ? { refundCents: dice.upTo(priceCents ?? 0), bearer: dice.oneOf(["writer", "operator", "client"]) }
      : {};
  const asked = { ...texts, ...(action === "assign" && { writerId: writer.id }), ...decided };
  const first = await doAct(runtime, life[who], orderId, action, asked);
  const seen = first.ok ? undefined : first.data?.refundCents;
  return seen === undefined ? first : doAct(runtime, life[who], orderId, action, { ...asked, refundSeenCents: seen });
};

/** Steps of an order, and what its writer and its client do with it. */
export const orderActions: Readonly<Record<string, Action>> = {
  step,
  work: async ({ runtime }, { admin, writer, orderId }) => {
    await doAct(runtime, admin, orderId, "assign", { writerId: writer.id });
    return doAct(runtime, writer, orderId, "accept");
  },
  handOver: ({ runtime }, { writer, orderId }) => deliverWork(ctxFor(runtime, writer), { orderId, ...finished }),
  change: async ({ runtime, dice }, { client, writer, orderId }) => {
    const ask = { orderId, pages: String(20 + dice.upTo(20)) };
    const first = await askChange(ctxFor(runtime, client), ask);
    const changeSeenCents = first.ok ? undefined : first.data?.totalCents;
    if (changeSeenCents !== undefined) await askChange(ctxFor(runtime, client), { ...ask, changeSeenCents });
    return dice.upTo(4) > 0 ? acceptChange(ctxFor(runtime, writer), { orderId }) : first;
  },
  withdrawChange: ({ runtime }, { client, orderId }) => doAct(runtime, client, orderId, "withdraw-change"),
  approve: async ({ runtime }, { client, orderId }) => {
    const approved = await doAct(runtime, client, orderId, "approve");
    later(runtime, 61);
    await runDueTimers(runtime, orderTimers);
    return approved;
  },
};

/** An admin pays out what is due; the bank takes each payout or sends it back, or is not through with it yet. */
async function payOut({ runtime, dice, admin }: Fixture): Promise<unknown> {
  const ctx = ctxFor(runtime, admin);
  const shown = await payoutsOverview(ctx, {});
  if (!shown.ok || shown.value.totals.cents === 0) return shown;
  const ask = { runId: newId(), seenCents: shown.value.totals.cents };
  const first = await startPayouts(ctx, ask);
  const early = first.ok ? undefined : first.data?.repeat;
  const started = early ? await startPayouts(ctx, { ...ask, repeat: String(early) }) : first;
  const run = started.ok ? await payoutRun(ctx, started.value) : started;
  for (const { id: payoutId } of run.ok ? run.value.payouts : []) {
    const how = dice.upTo(3);
    if (how === 0) await failPayout(ctx, { payoutId, reason: "The account is closed." });
    if (how === 1) await confirmPayout(ctx, { payoutId, reference: "B-1" });
  }
  return run;
}

/** An admin publishes another fee of a source, which the price of every order of these histories has in it. */
async function publish({ runtime, dice, admin }: Fixture): Promise<unknown> {
  const prices = openPriceHands(runtime);
  await prices.change(admin, { [citationFee]: dice.oneOf(["1", "1.5", "2", "2.25"]) });
  return prices.publish(admin);
}

const timers = [...orderTimers, ...payoutTimers, publishTimer];

/** What happens to all orders: the jobs, and time. */
export const jobs: Readonly<Record<string, (fixture: Fixture) => Promise<unknown>>> = {
  refunds: ({ runtime }) => sendDueRefunds(runtime),
  sumQuarters: ({ runtime }) => sumQuarters(runtime.db),
  events: ({ runtime }) => processDueEvents(runtime),
  pages: ({ runtime }) => closeDuePages(runtime),
  timers: ({ runtime }) => runDueTimers(runtime, timers),
  handlers: ({ runtime }) => runtime.dispatchEvents(),
  reconcile: async ({ runtime, dice }) => {
    later(runtime, dice.oneOf([60, 600, 3_600]));
    await reconcile(runtime);
  },
  days: async ({ runtime, dice }) => {
    // Every hour providers are asked for what they sent: what lies days back then is not asked for again.
    await fetchMissedEvents(runtime);
    later(runtime, dice.oneOf([6, 20, 40]) * 3_600);
    return runDueTimers(runtime, timers);
  },
  payOut,
  publish,
};
