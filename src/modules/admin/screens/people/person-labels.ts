import type { AdminPerson } from "#src/modules/accounts/index.server.ts";
import { formatDay, localOf } from "#src/shared/zone.ts";
import type { ShownPerson } from "./person.server.ts";

/** The step that ends one session; each session has a form of its own. */
export const endOneStep = (sessionId: string): string => `end-${sessionId}`;

export const hasFactor = ({ factors }: AdminPerson): boolean => factors.any || factors.backupCodes > 0;

export const firstName = (name: string): string => name.split(" ")[0] ?? name;

/** Whether an admin with these capabilities may see the pages as this person does. */
export const mayBeSeen = ({ person, mine }: Pick<ShownPerson, "person" | "mine">): boolean =>
  person.role !== 3 &&
  person.blocked === null &&
  mine.includes("orders") &&
  (person.role !== 2 || mine.includes("money"));

/** The steps that the page offers now, by the names that its forms send. */
export const stepsOf = (person: AdminPerson): readonly string[] => [
  "role",
  ...(person.blocked ? ["unblock"] : ["block", "reset"]),
  ...(person.removalDue ? ["keep-factors"] : hasFactor(person) ? ["drop-factors"] : []),
  ...(person.sessions.length > 0 ? ["end-all", ...person.sessions.map(({ id }) => endOneStep(id))] : []),
];

export const methodLabels = {
  password: "password",
  google: "Google",
  apple: "Apple",
  passkey: "passkey",
  link: "link in an e-mail",
} as const;

export const providerLabels: Readonly<Record<string, string>> = {
  credential: "Password",
  google: "Google",
  apple: "Apple",
};

/** "today, 19:02", else the day: when somebody ordered last. */
export const lastLabel = (at: Date, { now, zone }: { now: Date; zone: string }): string => {
  const { date, time } = localOf(at, zone);
  return date === localOf(now, zone).date ? `today, ${time}` : formatDay(at, zone, now);
};
