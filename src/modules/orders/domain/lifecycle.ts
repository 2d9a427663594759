import type { Capability } from "#src/shared/viewer.ts";
import { assigning } from "./actions/assigning.ts";
import { changing } from "./actions/changing.ts";
import { decisions } from "./actions/decisions.ts";
import { disputes } from "./actions/disputes.ts";
import { moneyBack } from "./actions/money-back.ts";
import { moreTime } from "./actions/more-time.ts";
import { ordering } from "./actions/ordering.ts";
import { reviewing } from "./actions/reviewing.ts";
import type { ActionRow, Move } from "./actions/row.ts";
import { working } from "./actions/working.ts";
import type { ActorKind, Stage } from "./states.ts";

/**
 * The lifecycle of an order: one row for each action with everything about it. Permission,
 * buttons, forms, history, timers, filters and docs/lifecycle.md are derived from it. Timers belong to states: see
 * life-timers.ts.
 */
export const actionTable = {
  ...ordering,
  ...assigning,
  ...working,
  ...reviewing,
  ...disputes,
  ...decisions,
  ...moneyBack,
  ...changing,
  ...moreTime,
} satisfies Record<string, ActionRow>;

export type Action = keyof typeof actionTable;
export const actions = Object.keys(actionTable) as readonly Action[];
export const isAction = (text: string): text is Action => Object.hasOwn(actionTable, text);

/** What an action publishes. */
export type OrderEventName = (typeof actionTable)[Action]["moves"][number]["event"];

export type Step = Move<readonly ActorKind[], OrderEventName> & { action: Action };

/** The rows of the life cycle: an action has at most one in a state. */
export const lifecycle: readonly Step[] = actions.flatMap((action) =>
  actionTable[action].moves.map((one): Step => ({ action, ...one })),
);

/** The actions that `act` carries out for a person; the others have commands of their own. */
export const personActions: readonly Action[] = actions.filter((action) => {
  const { moves, ownCommand }: ActionRow = actionTable[action];
  return !ownCommand && moves.some(({ actors }) => actors.some((kind) => kind !== "S"));
});

/** The right with which an admin takes an action. */
export const rightFor = (action: Action): Capability => {
  const { right }: ActionRow = actionTable[action];
  return right ?? "orders";
};

/** The rows that leave a state. */
export const stepsFrom = (stage: Stage): readonly Step[] => lifecycle.filter((row) => row.from.includes(stage));

/** The row of an action in a state, whoever may take it; an action has at most one row in a state. */
export const stepFor = (stage: Stage, action: Action): Step | undefined =>
  lifecycle.find((row) => row.action === action && row.from.includes(stage));

/** May this kind of actor ever take this action, in any state? */
export const everMay = (action: Action, kind: ActorKind): boolean =>
  lifecycle.some((row) => row.action === action && row.actors.includes(kind));

/** Where a row leads from a state. */
export const leadsTo = (row: Step, stage: Stage): Stage => (row.to === "same" ? stage : row.to);
