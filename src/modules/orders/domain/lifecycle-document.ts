import { guardLabels } from "./guard-names.ts";
import { lifeTimers } from "./life-timers.ts";
import { type Action, lifecycle, rightFor, type Step } from "./lifecycle.ts";
import { standardRules } from "./order-rules.ts";
import { describeLadder } from "./refund-ladder.ts";
import { actorNames, orderStatuses, type Stage } from "./states.ts";
import { statusLabels } from "./status-labels.ts";

const list = (items: readonly string[]): string => (items.length === 0 ? "" : items.join(", "));
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const moneyTimers = lifeTimers.filter(({ movesMoney }) => movesMoney).map(({ kind }) => kind);

/** An order that stays in its state keeps its timers, unless its money is released or frozen. */
const timersOfStanding: Partial<Record<Action, { sets: readonly string[]; clears: readonly string[] }>> = {
  approve: { sets: ["order.approval-end"], clears: [] },
  "undo-approval": { sets: [], clears: ["order.approval-end"] },
  release: { sets: [], clears: ["order.revision-end"] },
  chargeback: { sets: [], clears: moneyTimers },
  "end-chargeback": { sets: moneyTimers, clears: [] },
};

/** The timers that a row clears and sets, from the states that they belong to. */
const timersOfStep = (row: Step): { sets: readonly string[]; clears: readonly string[] } => {
  if (row.to === "same") return timersOfStanding[row.action] ?? { sets: [], clears: [] };
  const after: Stage = row.to;
  const kinds = (keep: (states: readonly Stage[]) => boolean) =>
    lifeTimers.filter((timer) => keep(timer.while)).map(({ kind }) => kind);
  return {
    sets: kinds(
      (states) => states.includes(after) && row.from.some((from) => !states.includes(from) || from === after),
    ),
    clears: kinds((states) => !states.includes(after) && row.from.some((from) => states.includes(from))),
  };
};

const arrows = (): readonly string[] => {
  const drawn = new Map<string, string[]>();
  for (const row of lifecycle) {
    if (row.to === "same") continue;
    for (const from of row.from) {
      const key = `${from === "new" ? "[*]" : from} --> ${row.to}`;
      drawn.set(key, [...(drawn.get(key) ?? []), `${row.action} (${row.actors.join(" ")})`]);
    }
  }
  return [...drawn].map(([arrow, actions]) => `  ${arrow}: ${actions.join(", ")}`);
};

const short = (timers: readonly string[]): string => list(timers.map((kind) => kind.replace("order.", "")));

/** With the right that its admins need, where it is not the one to orders. */
const actorsOfRow = ({ action, actors }: Step): string => {
  const right = rightFor(action);
  return list(actors.map((kind) => (kind === "A" && right !== "orders" ? `A with the right to ${right}` : kind)));
};

const stepRow = (row: Step): readonly string[] => {
  const { sets, clears } = timersOfStep(row);
  return [
    `\`${row.action}\``,
    row.from.join(", "),
    row.to,
    actorsOfRow(row),
    list(row.guards.map((name) => guardLabels[name])),
    list(row.needs),
    row.money,
    short(sets),
    short(clears),
    `\`${row.event}\``,
  ];
};

const timerRow = (timer: (typeof lifeTimers)[number]): readonly string[] => {
  const { does } = timer;
  const step =
    "action" in does
      ? `\`${does.action}\`${does.otherwise ? `, else \`${does.otherwise}\`` : ""}`
      : `\`${does.event}\``;
  return [`\`${timer.kind}\``, timer.while.join(", "), timer.says, step];
};

/** docs/lifecycle.md, printed from the tables in this folder. */
export const lifecycleDocument = (): string =>
  [
    "# The life of an order",
    "",
    "Printed from `src/modules/orders/domain/` by `npm run docs`; change the tables there, not this page.",
    `Actors: ${Object.entries(actorNames)
      .map(([kind, name]) => `${kind} ${name}`)
      .join(", ")} (a timer or a provider's event).`,
    "",
    "```mermaid",
    "stateDiagram-v2",
    ...arrows(),
    "  cancelled --> [*]",
    "  refunded --> [*]",
    "  completed --> [*]: release (S)",
    "```",
    "",
    "## Steps",
    "",
    table(
      ["step", "from", "to", "who", "guards", "asks for", "money", "sets timers", "clears timers", "event"],
      lifecycle.map(stepRow),
    ),
    "",
    "## Timers",
    "",
    "Each instant comes from the settings; the values here are the defaults.",
    "",
    table(["timer", "runs in", "when", "does"], lifeTimers.map(timerRow)),
    "",
    "## Words",
    "",
    table(
      ["state", "client", "admin", "writer"],
      [
        ...orderStatuses,
        "approved" as const,
        "rest_due" as const,
        "pending_custom" as const,
        "quote_ended" as const,
        "decided" as const,
      ].map((key) => {
        const text = statusLabels[key];
        return [key, text.client.text, text.admin.text, text.writer.text];
      }),
    ),
    "",
    "## Refunds",
    "",
    table(
      ["when", "goes back", "who pays it"],
      describeLadder(standardRules.refund).map(({ when, back, bearer }) => [when, back, bearer]),
    ),
    "",
  ].join("\n");
