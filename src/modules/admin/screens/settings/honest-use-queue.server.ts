import type { PassageQueue, ScreenedQueue } from "#src/modules/orders/index.server.ts";
import { spokenTime } from "#src/modules/orders/index.ts";
import type { DishonestAsk } from "#src/shared/honest-use/rules.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { serviceLabels } from "../../domain/admin-labels.ts";

const places = { brief: "the brief", message: "a message", step: "words about the order", file: "the name of a file" };
const gone = "This passage cannot be opened any more.";

/** The queue with every time in words. */
export const shownPassages = ({ waiting, more }: PassageQueue, zone: string) => ({
  more,
  waiting: waiting.map(({ id, orderId, number, title, name, mine, side, place, kind, asked, askedAt, text }) => ({
    ...{ id, orderId, number, title, name, mine, kind, asked: asked === "person" },
    reader: side === "client" ? "the writer" : "the client",
    where: `${side === "client" ? "Client" : "Writer"}, in ${places[place]}`,
    at: formatMoment(askedAt, zone),
    ...{ before: text?.before ?? "", text: text?.passage ?? gone, after: text?.after ?? "" },
  })),
});
export type ShownPassages = ReturnType<typeof shownPassages>;

const offers: Readonly<Record<DishonestAsk, string>> = {
  sitting: "We do not sit an exam or a class for anybody.",
  live: "We do not help while an exam runs.",
  "log-in": "We never use anybody’s school account.",
  evasion: "We do not hide who wrote a text.",
};

const instead: Readonly<Record<DishonestAsk, string>> = {
  sitting: "What we can do: a practice paper on the same topics with worked solutions, or a study plan until the day.",
  live: "What we can do before the exam: a practice paper on the same topics with worked solutions.",
  "log-in":
    "Send us the task as a file instead. What we can do: a model answer or a practice paper with worked solutions.",
  evasion: "What we can do: a model answer with its sources, or an edit of your own text with every change explained.",
};

/** What a refusal begins with; an admin edits it before it is sent. */
const refusalAnswer = (ask: DishonestAsk, name: string): string =>
  `Hello ${name}, thank you for asking. ${offers[ask]} ${instead[ask]} Would one of these help?`;

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
