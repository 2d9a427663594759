import { expect, test } from "vitest";
import type { ActionRow } from "./actions/row.ts";
import { lifeTimers } from "./life-timers.ts";
import { actionTable, lifecycle } from "./lifecycle.ts";
import type { ActorKind, Stage } from "./states.ts";

/** What a payment's provider, the client's bank or a settled charge brings about, and nobody's clock. */
const byMoney: readonly string[] = ["confirm-payment", "apply-change", "chargeback", "end-chargeback"];

/** What follows from the end of a writer's account. */
const byAccount: readonly string[] = ["reassign"];

/** A person reaches a step by its form; the product by a timer that runs in that state, or by an event of the money or an account. */
function isReached(action: keyof typeof actionTable, from: Stage, actor: ActorKind): boolean {
  const { forms, ownCommand }: ActionRow = actionTable[action];
  if (actor !== "S") return forms?.[actor] !== undefined || (from === "new" && ownCommand === true);
  const timed = lifeTimers.some(
    ({ does, while: states }) => "action" in does && does.action === action && states.some((state) => state === from),
  );
  return timed || byMoney.includes(action) || byAccount.includes(action);
}

test("the list of transitions that nobody can reach is empty", () => {
  const unreached = lifecycle.flatMap(({ action, from, actors }) =>
    from.flatMap((state) =>
      actors.filter((actor) => !isReached(action, state, actor)).map((actor) => `${action} from ${state} by ${actor}`),
    ),
  );
  expect(unreached).toEqual([]);
});

test("a step whose form is gone would be on the list", () => {
  expect(isReached("release", "completed", "A")).toBe(false);
  expect(isReached("resume", "in_progress", "S")).toBe(false);
});
