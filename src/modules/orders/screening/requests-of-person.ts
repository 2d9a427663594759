import { desc, eq } from "drizzle-orm";
import { forgetFilesAt } from "#src/modules/files/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { Work } from "#src/platform/work.ts";
import { screenedRequests } from "./screened-tables.ts";

/** For the download of own data: what a person read before it was an order, and the answer. */
export const requestsOf = (db: Database, personId: string) => {
  const { title, service, sentence, state, values, answer, createdAt, decidedAt, totalCents } = screenedRequests;
  return db
    .select({ title, service, sentence, state, values, answer, createdAt, decidedAt, totalCents })
    .from(screenedRequests)
    .where(eq(screenedRequests.clientId, personId))
    .orderBy(desc(screenedRequests.createdAt))
    .limit(1_000);
};

/** The account is deleted: its requests go with their files; a timer that finds none does nothing. */
export async function forgetRequests(work: Work, personId: string): Promise<void> {
  const gone = await work.tx
    .delete(screenedRequests)
    .where(eq(screenedRequests.clientId, personId))
    .returning({ id: screenedRequests.id });
  await forgetFilesAt(
    work,
    "order",
    gone.map(({ id }) => id),
  );
}
