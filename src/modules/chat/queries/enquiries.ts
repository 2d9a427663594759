import { and, eq, isNull, notInArray, sql } from "drizzle-orm";
import { z } from "zod";
import { addressesOf, findPeople } from "#src/modules/accounts/index.server.ts";
import { walk } from "#src/platform/database/cursor.ts";
import type { Database } from "#src/platform/database/database.ts";
import { searchColumn, searched } from "#src/platform/database/search.ts";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { type Person, sealedIds, sealedText, type Viewer } from "#src/shared/viewer.ts";
import { canAnswerChats } from "../domain/policy.ts";
import { enquiries } from "../tables.ts";
import type { InboxAsked } from "./waiting.ts";

type Asked = Pick<
  typeof enquiries.$inferSelect,
  "id" | "name" | "email" | "text" | "order" | "about" | "createdAt" | "answeredAt"
>;
export type EnquiryLine = Asked & { kind: "enquiry"; at: Date };
export type Enquiry = Asked & {
  answer: string | null;
  answeredBy: string | null;
  matter: string | null;
  /** The name of who made the decision that an appeal is about. */
  decidedBy: string | null;
  answerBy: Date | null;
};

const columns = {
  id: enquiries.id,
  name: enquiries.name,
  email: enquiries.email,
  text: sql<string>`left(${enquiries.text}, 200)`,
  order: enquiries.order,
  about: enquiries.about,
  createdAt: enquiries.createdAt,
  answeredAt: enquiries.answeredAt,
};

/**
 * Questions from the contact page for the inbox's list, at most `most`: those that wait (the oldest first), those that
 * the viewer answered, or all (the newest first). Unread is a word of chats: what nobody answered waits. The caller's rule says
 * who may.
 */
export async function enquiryLines(
  db: Database,
  { tab, search, after: older }: InboxAsked,
  viewer: Person,
  most: number,
): Promise<EnquiryLine[]> {
  if (tab === "unread") return [];
  const waits = tab === "waiting";
  const { after, order } = walk({ older }, { at: enquiries.createdAt, id: enquiries.id }, waits);
  const which = waits ? isNull(enquiries.answeredAt) : tab === "mine" ? eq(enquiries.answeredBy, viewer.id) : undefined;
  const sealed = await sealedAddresses(db, viewer);
  const findable = search !== "" && sealed.size > 0 ? notInArray(enquiries.email, [...sealed]) : undefined;
  const rows = await db
    .select(columns)
    .from(enquiries)
    .where(and(which, searched(searchColumn(enquiries), search), findable, after))
    .orderBy(...order)
    .limit(most);
  return rows.map((row) => ({ kind: "enquiry", ...shownTo(sealed, row), at: row.createdAt }));
}

/** A question without an account has only an address; from that of a sealed person it is sealed, too. */
const sealedAddresses = (db: Database, viewer: Viewer) =>
  addressesOf(db, [...sealedIds(viewer, "contact"), ...sealedIds(viewer, "messages")]);

const shownTo = <R extends Pick<Asked, "name" | "email" | "text">>(sealed: ReadonlySet<string>, row: R): R =>
  sealed.has(row.email.toLowerCase()) ? { ...row, name: sealedText, email: sealedText, text: sealedText } : row;

/** One question with its answer and the name of who gave it. */
export const readEnquiry = query<{ enquiryId: string }, Enquiry>("chat.enquiry", {
  input: z.strictObject({ enquiryId: askedId }),
  run: async ({ db, viewer }, { enquiryId }) => {
    if (!canAnswerChats(viewer) || !isId(enquiryId)) return notFound();
    const [row] = await db.select().from(enquiries).where(eq(enquiries.id, enquiryId));
    if (!row) return notFound();
    const sealed = await sealedAddresses(db, viewer);
    const { idempotencyKey: _, answeredBy, decidedBy, personId: __, ...rest } = shownTo(sealed, row);
    const answer = rest.answer && sealed.has(row.email.toLowerCase()) ? sealedText : rest.answer;
    const known = await findPeople(
      db,
      [answeredBy, decidedBy].filter((id) => id !== null),
    );
    const nameOf = (id: string | null) => (id && known.get(id)?.name) || null;
    return done({ ...rest, answer, answeredBy: nameOf(answeredBy), decidedBy: nameOf(decidedBy) });
  },
});
