import {
  type Forward,
  inOrder,
  isShippedService,
  type ServiceSource,
  shippedSources,
} from "#src/modules/catalogue/index.server.ts";
import { familyNames } from "#src/modules/catalogue/index.ts";
import { type Placeholders, printedText, slugProblem } from "#src/modules/operator/index.server.ts";
import { startCalculation, toRaw } from "#src/modules/pricing/index.server.ts";
import { makeQuote, type PricingTable } from "#src/modules/pricing/index.ts";
import type { FieldError } from "#src/shared/outcome.ts";

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

/** What a draft of services is checked against. */
export type Offer = {
  readonly forwards: readonly Forward[];
  readonly placeholders: Placeholders;
  readonly table: PricingTable;
  readonly minimumLeadHours: Parameters<typeof makeQuote>[2]["minimumLeadHours"];
  readonly now: Date;
};

const limits = {
  name: 40,
  item: 30,
  summary: 160,
  lede: 300,
  title: 60,
  description: 160,
  point: 140,
  ask: 160,
  answer: 800,
} as const;
const mostHours = 8_760;
const mostPoints = 6;

const lengthOf = (text: string): number => [...text.trim()].length;
const tooLong = (length: number, limit: number): string => `At most ${limit} characters. It has ${length}.`;
const lines = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

const needed = {
  name: "Write what the service is called.",
  item: "Write the word after “Order this”.",
  summary: "Write one sentence.",
  lede: "Write one or two sentences.",
} as const;

function textErrors(source: ServiceSource): FieldError[] {
  const found: FieldError[] = [];
  for (const part of ["name", "item", "summary", "lede", "title", "description"] as const) {
    const length = lengthOf(source[part]);
    if (length === 0 && part in needed) found.push({ path: part, message: needed[part as keyof typeof needed] });
    if (length > limits[part]) found.push({ path: part, message: tooLong(length, limits[part]) });
  }
  for (const part of ["send", "gets"] as const) {
    const points = lines(source[part]);
    if (points.length === 0) found.push({ path: part, message: "Write at least one point." });
    if (points.length > mostPoints)
      found.push({ path: part, message: `At most ${mostPoints} points. It has ${points.length}.` });
    const long = points.findIndex((point) => lengthOf(point) > limits.point);
    if (long >= 0)
      found.push({ path: part, message: `Point ${long + 1}: ${tooLong(lengthOf(points[long] ?? ""), limits.point)}` });
  }
  source.questions.forEach(({ ask, answer }, at) => {
    for (const [part, text, words] of [
      ["ask", ask, "Write the question."],
      ["answer", answer, "Write the answer."],
    ] as const) {
      const length = lengthOf(text);
      if (length === 0) found.push({ path: `${part}-${at}`, message: words });
      if (length > limits[part]) found.push({ path: `${part}-${at}`, message: tooLong(length, limits[part]) });
    }
  });
  return found;
}

/** Placeholders that nothing prints, by the field that they stand in. */
function placeholderErrors(source: ServiceSource, placeholders: Placeholders): FieldError[] {
  const fields: [string, string][] = [
    ...(["name", "item", "summary", "lede", "send", "gets", "title", "description"] as const).map(
      (part): [string, string] => [part, source[part]],
    ),
    ...source.questions.flatMap(({ ask, answer }, at): [string, string][] => [
      [`ask-${at}`, ask],
      [`answer-${at}`, answer],
    ]),
  ];
  return fields.flatMap(([path, text]) =>
    printedText(text, placeholders).unknown.map((name) => ({
      path,
      message: `Nothing prints {{${name}}}. Write the words, or another name.`,
    })),
  );
}

/** What the price engine says against the calculator's beginning, at its fields. */
function presetErrors({ preset }: ServiceSource, { table, minimumLeadHours, now }: Offer): FieldError[] {
  if (preset.hours < 1 || preset.hours > mostHours)
    return [{ path: "preset-hours", message: `Write a whole number from 1 to ${mostHours}.` }];
  const quote = makeQuote(table, toRaw(startCalculation(table, preset, "UTC"), now), {
    mode: "form",
    now,
    minimumLeadHours,
  });
  return quote.ok
    ? []
    : (quote.fields ?? []).map(({ path, message }) => ({
        path: `preset-${path.startsWith("deadline") ? "hours" : path}`,
        message,
      }));
}

/** Why a service cannot have its address; the one that the product gives it is always right. */
function addressError(id: string, sources: Sources, forwards: readonly Forward[]): FieldError[] {
  const { slug } = sources[id] ?? { slug: "" };
  if (shippedSources[id]?.slug === slug) return [];
  const others = Object.entries(sources).filter(([other]) => other !== id);
  const twin = others.find(([, one]) => one.slug === slug);
  if (twin) return [{ path: "slug", message: `“${slug}” is the address of your service “${twin[1].name}”.` }];
  const before = forwards.find((one) => one.slug === slug && one.id !== id);
  const shipped = isShippedService(slug) && slug !== id;
  if (before && !sources[before.id])
    return [{ path: "slug", message: `“${slug}” was the address of a service that was deleted. Choose another.` }];
  if (before || shipped)
    return [
      { path: "slug", message: `“${slug}” was the address of another service, and leads to it. Choose another.` },
    ];
  const problem = slugProblem(slug, { services: [], taken: [] });
  return problem ? [{ path: "slug", message: problem }] : [];
}

/** What keeps a service from being published, by its fields. */
export function serviceErrors(id: string, sources: Sources, offer: Offer): FieldError[] {
  const source = sources[id];
  if (!source) return [];
  return [
    ...textErrors(source),
    ...placeholderErrors(source, offer.placeholders),
    ...addressError(id, sources, offer.forwards),
    ...presetErrors(source, offer),
  ];
}

/** Of all services of a draft, each with the name of its service. */
export const draftErrors = (sources: Sources, changed: ReadonlySet<string>, offer: Offer): FieldError[] =>
  [...changed].flatMap((id) =>
    serviceErrors(id, sources, offer).map(({ path, message }) => ({
      path: `${id}/${path}`,
      message: `${sources[id]?.name || familyNames[sources[id]?.family ?? "coursework"].name}: ${message}`,
    })),
  );
