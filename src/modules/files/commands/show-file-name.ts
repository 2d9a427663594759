import { eq } from "drizzle-orm";
import type { Work } from "#src/platform/work.ts";
import { files } from "../tables.ts";

/** Others read the name of this file as it was typed. The caller has checked who says so. */
export const showFileName = (work: Work, id: string): Promise<unknown> =>
  work.tx.update(files).set({ nameShown: true }).where(eq(files.id, id));
