import { and, asc, eq, ilike, isNull, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { cutPage, walk } from "#src/platform/database/cursor.ts";
import { likeText } from "#src/platform/database/like.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canAnswerChats } from "../domain/policy.ts";
import { enquiries } from "../tables.ts";

export type EnquiryLine = Pick<
  typeof enquiries.$inferSelect,
  "id" | "name" | "email" | "text" | "order" | "createdAt" | "answeredAt"
>;
export type Enquiries = { lines: readonly EnquiryLine[]; older: string | null };
export type Enquiry = EnquiryLine & { answer: string | null; answeredBy: string | null };

const listInput = z.strictObject({
  search: z.string().trim().max(100).default(""),
  after: z.string().max(100).optional(),
});

const perPage = 50;

const searched = (search: string): SQL | undefined => {
  if (search === "") return undefined;
  const like = `%${likeText(search)}%`;
  return or(
    ilike(enquiries.name, like),
    ilike(enquiries.email, like),
    ilike(enquiries.text, like),
    ilike(enquiries.order, like),
  );
};

const columns = {
  id: enquiries.id,
  name: enquiries.name,
  email: enquiries.email,
  text: sql<string>`left(${enquiries.text}, 200)`,
  order: enquiries.order,
  createdAt: enquiries.createdAt,
  answeredAt: enquiries.answeredAt,
};

/**
 * Questions from the contact page, 50 at a time: on the first page all that wait, the oldest first, then the others,
 * newest first. Refuses not-found to everybody without the capability `chat`.
 */
export const readEnquiries = query<z.infer<typeof listInput>, Enquiries>("chat.enquiries", {
  input: listInput,
  run: async ({ db, viewer }, { search, after: asked }) => {
    if (!canAnswerChats(viewer)) return notFound();
    const { direction, after, order } = walk({ older: asked }, { at: enquiries.createdAt, id: enquiries.id });
    const waits = isNull(enquiries.answeredAt);
    const waiting =
      direction === "older"
        ? []
        : await db
            .select(columns)
            .from(enquiries)
            .where(and(waits, searched(search)))
            .orderBy(asc(enquiries.createdAt), asc(enquiries.id))
            .limit(200);
    const answered = await db
      .select(columns)
      .from(enquiries)
      .where(and(sql`not ${waits}`, searched(search), after))
      .orderBy(...order)
      .limit(perPage + 1);
    const { rows, older } = cutPage(answered, perPage, direction, ({ createdAt: at, id }) => ({ at, id }));
    return done({ lines: [...waiting, ...rows], older });
  },
});

/** One question with its answer and the name of who gave it. */
export const readEnquiry = query<{ enquiryId: string }, Enquiry>("chat.enquiry", {
  input: z.strictObject({ enquiryId: z.string().max(64) }),
  run: async ({ db, viewer }, { enquiryId }) => {
    if (!canAnswerChats(viewer) || !z.uuid().safeParse(enquiryId).success) return notFound();
    const [row] = await db.select().from(enquiries).where(eq(enquiries.id, enquiryId));
    if (!row) return notFound();
    const { idempotencyKey: _, answeredBy, ...rest } = row;
    const by = answeredBy ? (await findPeople(db, [answeredBy])).get(answeredBy) : undefined;
    return done({ ...rest, answeredBy: by?.name ?? null });
  },
});
