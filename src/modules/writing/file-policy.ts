import { eq } from "drizzle-orm";
import type { FilePolicy } from "#src/modules/files/index.server.ts";
import { isId } from "#src/shared/id.ts";
import { canReadApplication } from "./domain/policy.ts";
import { applications } from "./tables.ts";

/** Samples (subject: the application's id): the applicant, and admins who decide on it. */
export const applicationFilePolicy: FilePolicy = {
  purpose: "application",
  maySee: async ({ runtime, viewer }, subject) => {
    if (!isId(subject)) return false;
    const [row] = await runtime.db
      .select({ personId: applications.personId, state: applications.state })
      .from(applications)
      .where(eq(applications.id, subject));
    return row !== undefined && canReadApplication(row, viewer);
  },
};
