import { eq } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import type { EventHandler } from "#src/platform/events.ts";
import { makeWriter } from "./commands/make-writer.ts";
import { writers } from "./tables.ts";

/** Who becomes a writer gets a place and a pseudonym; who is no writer any more is asked no more. */
export const writingEventHandlers: readonly EventHandler[] = [
  {
    on: "account.role-changed",
    name: "writing.follow-role",
    run: async (work, { subject }) => {
      const person = (await findPeople(work.tx, [subject])).get(subject);
      if (!person) return;
      const active = person.role === 2;
      if (active) await makeWriter(work, person.id);
      await work.tx.update(writers).set({ active }).where(eq(writers.personId, person.id));
    },
  },
];
