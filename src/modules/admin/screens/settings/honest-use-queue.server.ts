import type { ScreenedQueue } from "#src/modules/orders/index.server.ts";
import { spokenTime } from "#src/modules/orders/index.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { serviceLabels } from "../../domain/admin-labels.ts";
import { refusalAnswer } from "../../domain/refusal-answers.ts";

const endLabels = { accepted: "Accepted", placed: "Accepted", refused: "Refused" } as const;
const endOf = (state: string): string => (state in endLabels ? endLabels[state as keyof typeof endLabels] : state);

/** The queue with every time in words, and the answer that a refusal begins with. */
export const shownQueue = ({ waiting, more, decided }: ScreenedQueue, zone: string, now: Date) => ({
  more,
  oldest: waiting[0] ? spokenTime(now.getTime() - waiting[0].createdAt.getTime()) : null,
  waiting: waiting.map((row) => ({
    ...{ id: row.id, client: row.client, mine: row.mine, asked: row.asked === "asked", totalCents: row.totalCents },
    ...{ rule: row.rule, ask: row.ask, sentence: row.sentence, title: row.title, files: row.files },
    instructions: row.instructions,
    work: serviceLabels[row.service],
    sent: formatMoment(row.createdAt, zone),
    ends: formatMoment(row.endsAt, zone),
    left: spokenTime(Math.max(0, row.endsAt.getTime() - now.getTime())),
    begin: refusalAnswer(row.ask, row.client),
  })),
  decided: decided.map(({ id, client, by, state, rule, decidedAt }) => ({
    ...{ id, client, by, rule, end: endOf(state) },
    at: decidedAt ? formatMoment(decidedAt, zone) : "",
  })),
});
export type ShownQueue = ReturnType<typeof shownQueue>;
