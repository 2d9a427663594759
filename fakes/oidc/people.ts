export type Kind = "google" | "apple";

/** Somebody who has an account at the provider. `verified` may be a text, as Apple sends it. */
export type FakePerson = {
  sub: string;
  first: string;
  last: string;
  /** What the name claim says; null: the person withholds the name. */
  name: string | null;
  email: string | null;
  verified: boolean | "true" | "false";
  /** The organisation whose mail Google runs for this person (`hd`). */
  hosted?: string;
};

const person = (sub: string, first: string, last: string, more: Partial<FakePerson> = {}): FakePerson => ({
  sub,
  first,
  last,
  name: `${first} ${last}`,
  email: `${sub}@example.test`,
  verified: true,
  ...more,
});

/** Who can sign in at a freshly started fake. Subjects are the same at both: an identity is provider and subject. */
export const defaultPeople = (kind: Kind): FakePerson[] => {
  const yes = kind === "apple" ? "true" : true;
  const no = kind === "apple" ? "false" : false;
  return [
    person("ada", "Ada", "Winter", { verified: yes, hosted: "example.test" }),
    person("bo", "Bo", "Lind", { name: null, verified: yes }),
    person("cleo", "Cleo", "Marsh", { verified: no }),
    person("dima", "Dima", "Petrov", { email: "client@demo.test", verified: yes, hosted: "demo.test" }),
    person("eve", "Eve", "Stone", { email: null }),
    person("finn", "Finn", "Holm", { email: "admin@demo.test", verified: yes, hosted: "demo.test" }),
    person("gil", "Gil", "Ross", { verified: yes }),
  ];
};

/** Google puts names into the id token; Apple never does. */
export function claimsOf(kind: Kind, one: FakePerson): { sub: string } & Record<string, unknown> {
  const mail = one.email === null ? {} : { email: one.email, email_verified: one.verified };
  if (kind === "apple") return { sub: one.sub, ...mail };
  const known = { sub: one.sub, ...mail, ...(one.hosted && { hd: one.hosted }) };
  return one.name === null ? known : { ...known, name: one.name, given_name: one.first, family_name: one.last };
}

/** What Apple posts beside the code, at the first consent only. */
export const userJson = (one: FakePerson): string | undefined =>
  one.name === null
    ? undefined
    : JSON.stringify({ name: { firstName: one.first, lastName: one.last }, email: one.email });
