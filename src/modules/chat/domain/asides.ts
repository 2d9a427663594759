import type { ShownMessage } from "../queries/read-chat.ts";
import { type Rating, ratingLabels } from "./rating.ts";

type Beside = {
  notes: readonly { id: string; text: string; byName: string; at: Date }[];
  ratings: readonly { id: string; rating: Rating; comment: string; ratedAt: Date }[];
};

const aside = (id: string, at: Date, title: string, message: string): ShownMessage => ({
  ...{ id, message, timestamp: at.toISOString(), aside: title, mine: true, senderType: "system", fromSupport: true },
  ...{ attachment: null, attachmentName: null, file: null },
});

/** What the inbox shows between the messages of a conversation, for Support alone: notes, and how its person found it. */
export const asidesOf = ({ notes, ratings }: Beside): readonly ShownMessage[] => [
  ...notes.map(({ id, text, byName, at }) => aside(id, at, `Note by ${byName}`, text)),
  ...ratings.map(({ id, rating, comment, ratedAt }) =>
    aside(id, ratedAt, `Asked how it was, they say: ${ratingLabels[rating]}`, comment),
  ),
];
