import { inOrder, type ServiceSource } from "#src/modules/catalogue/index.server.ts";

/** What a person calls each part of a service. */
export const partLabels = {
  family: "family",
  name: "name",
  slug: "address",
  item: "word on the button",
  summary: "short text",
  lede: "first sentence",
  send: "what we need",
  gets: "what comes back",
  questions: "questions",
  sample: "sample",
  preset: "calculator",
  title: "title for search",
  description: "description for search",
  at: "place",
  on: "on or off",
} as const satisfies Readonly<Record<keyof ServiceSource, string>>;

export type Sources = Readonly<Record<string, ServiceSource>>;

/**
 * The parts of all services by "<id>/<part>", as a draft keeps them: so two admins who change different parts, also of
 * one service, both keep what they typed.
 */
export type ServicesDraft = Record<string, unknown>;

const nameOf = (id: string, part: string): string => `${id}/${part}`;

export const partsOf = (sources: Sources): ServicesDraft =>
  Object.fromEntries(
    Object.entries(sources).flatMap(([id, source]) =>
      Object.entries(source).map(([part, value]) => [nameOf(id, part), value]),
    ),
  );

/** The services of a draft; one that somebody deleted meanwhile has no parts, or not all of them. */
export function sourcesIn(draft: ServicesDraft): Record<string, ServiceSource> {
  const found: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of Object.entries(draft)) {
    const [id = "", part = ""] = name.split("/");
    if (value !== undefined) found[id] = { ...found[id], [part]: value };
  }
  const whole = Object.entries(found).filter(([, source]) => Object.keys(partLabels).every((part) => part in source));
  return Object.fromEntries(whole) as Record<string, ServiceSource>;
}

/** "Essays: address", for each part of each service. */
export const labelsOf = (sources: Sources): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sources).flatMap(([id, { name }]) =>
      Object.entries(partLabels).map(([part, label]) => [nameOf(id, part), `${name || "New service"}: ${label}`]),
    ),
  );

/**
 * A service over its neighbour in the family: the two change places. Two can have one place after a release that adds a
 * service; then this one goes half a place on.
 */
export function movedService(sources: Record<string, ServiceSource>, id: string, by: -1 | 1) {
  const family = inOrder(sources).filter(([, one]) => one.family === sources[id]?.family);
  const at = family.findIndex(([one]) => one === id);
  const [mine, other] = [family[at], family[at + by]];
  if (!mine || !other) return sources;
  const place = mine[1].at === other[1].at ? other[1].at + by / 2 : other[1].at;
  return {
    ...sources,
    [mine[0]]: { ...mine[1], at: place },
    [other[0]]: { ...other[1], at: mine[1].at },
  };
}
