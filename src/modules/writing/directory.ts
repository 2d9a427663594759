import { eq } from "drizzle-orm";
import type { WriterDirectory } from "#src/modules/orders/index.server.ts";
import { writers } from "./tables.ts";

/** What orders ask about writers (the port of orders). */
export const writerDirectoryOfRuntime: WriterDirectory = {
  lock: async (tx, personId) => {
    const [row] = await tx.select().from(writers).where(eq(writers.personId, personId)).for("update");
    return row ? { id: row.personId, pseudonym: row.pseudonym, active: row.active, capacity: row.capacity } : null;
  },
};
