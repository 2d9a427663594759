import { z } from "zod";
import { leavingPerson } from "#src/modules/accounts/index.server.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { reasonsToKeep } from "../data-inventory.ts";

/** When the own account goes, or what must end before it can. */
export const myDeparture = query<Record<string, never>, { dueAt: Date | null; reasons: string[] }>(
  "privacy.my-departure",
  {
    input: z.strictObject({}),
    run: async ({ db, viewer }) => {
      if (viewer.kind !== "person") return refuse("signed-out", "Sign in to see your data.");
      const person = await leavingPerson(db, viewer.id);
      if (!person) return notFound();
      return done({ dueAt: person.dueAt, reasons: person.dueAt ? [] : await reasonsToKeep(db, person) });
    },
  },
);
