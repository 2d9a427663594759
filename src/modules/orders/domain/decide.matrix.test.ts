import { describe, expect, test } from "vitest";
import { allowedActions, decide } from "./decide.ts";
import { type Action, actions } from "./lifecycle.ts";
import { actors, ripe } from "./order-in.test-support.ts";
import { type ActorKind, actorKinds, type Stage, stages } from "./states.ts";

/** Written by hand, not from the table: "state: actor: action -> next state". */
const expectation: Readonly<Record<Stage, Readonly<Record<ActorKind, string>>>> = {
  new: { C: "place>pending", W: "", A: "", S: "" },
  pending: {
    C: "ask-quote>pending cancel>cancelled",
    W: "",
    A: "quote>quoted confirm-payment>confirmed cancel>cancelled",
    S: "confirm-payment>confirmed expire>cancelled",
  },
  quoted: {
    C: "counter-quote>pending decline-quote>pending cancel>cancelled",
    W: "",
    A: "quote>quoted confirm-payment>confirmed cancel>cancelled",
    S: "end-quote>pending confirm-payment>confirmed",
  },
  confirmed: {
    C: "cancel>cancelled ask-change>confirmed withdraw-change>confirmed agree-time>confirmed refuse-time>confirmed",
    W: "claim>assigned accept-change>confirmed decline-change>confirmed",
    A: "cancel>cancelled assign>assigned accept-change>confirmed decline-change>confirmed ask-time>confirmed withdraw-time>confirmed",
    S: "lapse-change>confirmed lapse-time>confirmed apply-change>confirmed cancel-unassigned>cancelled chargeback>confirmed end-chargeback>confirmed",
  },
  assigned: {
    C: "cancel>cancelled ask-change>assigned withdraw-change>assigned agree-time>assigned refuse-time>assigned",
    W: "accept>in_progress decline>confirmed accept-change>assigned decline-change>assigned",
    A: "cancel>cancelled accept-for-writer>in_progress withdraw-offer>confirmed reassign>confirmed accept-change>assigned decline-change>assigned ask-time>assigned withdraw-time>assigned",
    S: "reassign>confirmed lapse-change>assigned lapse-time>assigned apply-change>assigned lapse-offer>confirmed chargeback>assigned end-chargeback>assigned",
  },
  in_progress: {
    C: "cancel>cancelled open-dispute>disputed ask-change>in_progress withdraw-change>in_progress agree-time>in_progress refuse-time>in_progress",
    W: "hold>on_hold deliver>delivered open-dispute>disputed accept-change>in_progress decline-change>in_progress",
    A: "cancel>cancelled hold>on_hold deliver>delivered open-dispute>disputed reassign>confirmed accept-change>in_progress decline-change>in_progress ask-time>in_progress withdraw-time>in_progress",
    S: "reassign>confirmed lapse-change>in_progress lapse-time>in_progress apply-change>in_progress chargeback>in_progress end-chargeback>in_progress",
  },
  on_hold: {
    C: "cancel>cancelled answer>in_progress",
    W: "",
    A: "cancel>cancelled reassign>confirmed answer-for-client>in_progress end-pause>in_progress",
    S: "reassign>confirmed resume>in_progress chargeback>on_hold end-chargeback>on_hold",
  },
  delivered: {
    C: "approve>delivered undo-approval>delivered request-revision>revision_requested open-dispute>disputed",
    W: "open-dispute>disputed",
    A: "complete-unreached>completed open-dispute>disputed end-unpaid>cancelled give-back>delivered",
    S: "complete>completed complete-by-time>completed chargeback>delivered end-chargeback>delivered",
  },
  revision_requested: {
    C: "cancel>cancelled open-dispute>disputed",
    W: "deliver>delivered open-dispute>disputed",
    A: "cancel>cancelled deliver>delivered open-dispute>disputed reassign>confirmed",
    S: "reassign>confirmed chargeback>revision_requested end-chargeback>revision_requested",
  },
  completed: {
    C: "request-revision>revision_requested open-dispute>disputed",
    W: "",
    A: "give-back>completed",
    S: "release>completed chargeback>completed end-chargeback>completed",
  },
  cancelled: { C: "", W: "", A: "", S: "chargeback>cancelled end-chargeback>cancelled" },
  disputed: {
    C: "answer-dispute>disputed accept-decision>disputed appeal-decision>disputed",
    W: "answer-dispute>disputed accept-decision>disputed appeal-decision>disputed",
    A: "decide-complete>disputed decide-refund>disputed decide-resume>disputed decide-reassign>disputed",
    S: "complete-decided>completed refund-decided>refunded resume-decided>in_progress reassign-decided>confirmed refund-undecided>refunded chargeback>disputed end-chargeback>disputed",
  },
  refunded: { C: "", W: "", A: "", S: "chargeback>refunded end-chargeback>refunded" },
};

const expected = (stage: Stage, kind: ActorKind): Map<string, string> =>
  new Map(
    expectation[stage][kind]
      .split(" ")
      .filter(Boolean)
      .map((pair) => pair.split(">") as [string, string]),
  );

/** Who may ever take the action, read from the expectation alone. */
const everExpected = (action: Action, kind: ActorKind): boolean =>
  stages.some((stage) => expected(stage, kind).has(action));

const take = (stage: Stage, action: Action, kind: ActorKind) => {
  const { order, now, params, settings } = ripe(stage, action);
  const known =
    kind === "W" && order.writerId === null ? { ...order, writerId: action === "claim" ? null : "writer" } : order;
  return decide(known, action, actors[kind], now, params, settings);
};

describe.each(stages)("in state %s", (stage) => {
  test.each(actorKinds)("actor %s can take exactly the expected steps", (kind) => {
    const took = new Map<string, string>();
    for (const action of actions) {
      const answer = take(stage, action, kind);
      if (answer.ok) took.set(action, answer.next);
    }
    expect(took).toEqual(expected(stage, kind));
  });

  test.each(actorKinds)("actor %s gets a reason: forbidden, or a conflict in words", (kind) => {
    for (const action of actions) {
      const answer = take(stage, action, kind);
      if (answer.ok) continue;
      const rowForOthers = actorKinds.some((other) => expected(stage, other).has(action));
      const code = everExpected(action, kind) && !rowForOthers ? "conflict" : "forbidden";
      expect(answer.code, `${action}: ${answer.message}`).toBe(code);
      if (code === "conflict") expect(answer.message).toMatch(/^The order is .+, so .+\.$/);
    }
  });

  test.each(actorKinds)("the buttons of actor %s are the steps that decide allows", (kind) => {
    for (const action of actions) {
      const { order, now, settings } = ripe(stage, action);
      const buttons = allowedActions(order, actors[kind], now, settings).map((one) => one.action);
      const owns = kind !== "W" || order.writerId !== null || action === "claim";
      expect(buttons.includes(action), action).toBe(expected(stage, kind).has(action) && owns);
    }
  });
});

test("another client, another writer and nobody get no step at all", () => {
  for (const stage of stages) {
    for (const action of actions) {
      const { order, now, params, settings } = ripe(stage, action);
      const stranger = decide(order, action, { kind: "C", id: "stranger" }, now, params, settings);
      expect(stranger).toMatchObject({ ok: false, code: "not-found" });
      if (action !== "claim") {
        const other = decide(order, action, { kind: "W", id: "other-writer" }, now, params, settings);
        expect(other).toMatchObject({ ok: false, code: "not-found" });
      }
      expect(decide(order, action, null, now, params, settings)).toMatchObject({ ok: false, code: "signed-out" });
    }
  }
});
