import type { NoticeSources } from "./writing/sources.ts";

/** Notices about people, where nobody asks for orders or admins; `off` is what somebody turned off, by the id. */
export function peopleAlone() {
  const off = new Map<string, string[]>();
  const sources: NoticeSources = {
    order: async () => null,
    person: async (_db, id) => ({
      name: "Ann",
      email: `${id}@people.test`,
      timeZone: null,
      noticesOff: off.get(id) ?? [],
    }),
    admins: async () => [],
    zone: async () => "UTC",
  };
  return { off, sources };
}
