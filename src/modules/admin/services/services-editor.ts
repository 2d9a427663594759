import { z } from "zod";
import {
  differences,
  inOrder,
  isShippedService,
  type ServiceSource,
  servicesOf,
  shippedSources,
  sourcesOf,
} from "#src/modules/catalogue/index.server.ts";
import { addressOf, families, familyNames } from "#src/modules/catalogue/index.ts";
import { printedText, shownSamples } from "#src/modules/operator/index.server.ts";
import { serviceNames, startCalculation, toRaw } from "#src/modules/pricing/index.server.ts";
import {
  difficulties,
  fieldsOf,
  makeQuote,
  namesOf,
  orderTypes,
  type PricingTable,
  projectSizes,
  type QuoteField,
  type Service,
  spacings,
  subjectsOf,
} from "#src/modules/pricing/index.ts";
import { type Answer, type Ask, query } from "#src/platform/query.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { differing } from "../drafts/draft-kind.ts";
import { draftState } from "../drafts/own-draft.ts";
import { type Offer, partLabels, type Sources, serviceErrors, sourcesIn } from "./service-parts.ts";
import { kindFor, offerNow } from "./services-draft.ts";

/** What the draft of a service is, by its own words. */
type TextState = "draft" | "shipped" | "changed" | "own";

const presetLabel = ({ preset: { service, fields, hours } }: ServiceSource): string =>
  [
    fields.subject ?? fields.course ?? fields.projectType ?? serviceNames[service],
    fields.pages && `${fields.pages} ${fields.pages === "1" ? "page" : "pages"}`,
    counted(Math.round(hours / 24), "day"),
  ]
    .filter(Boolean)
    .join(", ");

async function stateOf(ask: Ask) {
  const kind = await kindFor(ask.db, ask.viewer);
  const state = await draftState(ask, kind);
  if (!state) return null;
  const sources = sourcesIn(state.draft);
  const before = sourcesIn(state.base);
  const shown = {
    ...state,
    draft: null,
    base: null,
    published: null,
    stored: null,
    changes: changesOf(sources, before),
  };
  return {
    state,
    shown: { ...shown, versions: state.versions.map(({ number, at, author }) => ({ number, at, author })) },
    sources,
    before,
  };
}

/** "Essays: address, short text", a service each. */
function changesOf(sources: Sources, before: Sources): string[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(sources)]);
  return [...ids].flatMap((id) => {
    const [is, was] = [sources[id], before[id]];
    if (!is || !was) return [`${(is ?? was)?.name}: ${is ? "new" : "deleted"}`];
    const parts = differing({ labels: partLabels }, was, is).map((part) => partLabels[part]);
    return parts.length > 0 ? [`${is.name}: ${parts.join(", ")}`] : [];
  });
}

const textState = (id: string, source: ServiceSource, before: ServiceSource | undefined): TextState => {
  if (!before || JSON.stringify(source) !== JSON.stringify(before)) return "draft";
  if (!isShippedService(id)) return "own";
  return differences({ [id]: source })[id] ? "changed" : "shipped";
};

/** Every service in its family, as this admin's draft has it. Needs `settings`. */
export const serviceList = query("admin.service-list", {
  input: z.strictObject({}),
  run: async (ask) => {
    const found = await stateOf(ask);
    if (!found) return notFound();
    const rows = inOrder(found.sources).map(([id, source]) => ({
      ...{ id, name: source.name, on: source.on, address: addressOf(source), family: source.family },
      ...{ preset: presetLabel(source), text: textState(id, source, found.before[id]) },
      wrong: found.state.errors.some(({ path }) => path.startsWith(`${id}/`)),
    }));
    const groups = families.map((family) => ({
      family,
      name: familyNames[family].name,
      rows: rows.filter((row) => row.family === family),
    }));
    return done({ ...found.shown, shipped: found.state.version === 0, groups });
  },
});

/** The price that the calculator begins with; null where it has none. */
function priceOf({ preset }: ServiceSource, { table, minimumLeadHours, now }: Offer): string | null {
  const quote = makeQuote(table, toRaw(startCalculation(table, preset, "UTC"), now), {
    mode: "form",
    now,
    minimumLeadHours,
  });
  return quote.ok ? formatUsd(quote.value.totalCents) : null;
}

const words = (value: string): string => {
  const spoken = value
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("-", " ")
    .toLowerCase();
  return spoken.charAt(0).toUpperCase() + spoken.slice(1);
};

/** The fields of a calculator's beginning; `choices`: what the price list has for it now, and what it begins with. */
function presetFieldsOf({ service, fields }: ServiceSource["preset"], table: PricingTable) {
  const { programming, calculations } = table.technical;
  const fixed = { orderType: orderTypes, projectSize: projectSizes, spacing: spacings, difficulty: difficulties };
  const listed = {
    subject: subjectsOf(table, service),
    projectType: namesOf(programming.projectType),
    course: namesOf(calculations.course),
    software: namesOf(calculations.software),
    testType: namesOf(table.quizTests.testType),
  };
  const choices = (field: string) => {
    if (field in fixed)
      return fixed[field as keyof typeof fixed].map((value: string) => ({ value, label: words(value) }));
    return field in listed ? listed[field as keyof typeof listed].map((value) => ({ value, label: value })) : null;
  };
  // Without it the list would show another one, and the next save of the draft would keep that.
  const withBegun = (name: QuoteField, found: ReturnType<typeof choices>) => {
    const begun = fields[name] ?? "";
    const known = begun === "" || !found || found.some(({ value }) => value === begun);
    return known ? found : [...found, { value: begun, label: `${begun} (not in the price list)` }];
  };
  return fieldsOf[service]
    .filter((field) => !field.startsWith("deadline"))
    .map((name) => ({ name: name as string, choices: withBegun(name, choices(name)) }));
}

/** What a family prices with. */
const pricedAs = (family: ServiceSource["family"]): Service[] => [
  ...new Set(
    Object.values(shippedSources)
      .filter((one) => one.family === family)
      .map(({ preset }) => preset.service),
  ),
];

/** One service as this admin's draft has it, and how it would look. Needs `settings`. */
export const serviceEditor = query("admin.service-editor", {
  input: z.strictObject({ id: z.string().max(60) }),
  run: async (ask, { id }) => {
    const found = await stateOf(ask);
    // A name such as "constructor" is no service.
    const source = found && Object.hasOwn(found.sources, id) ? found.sources[id] : undefined;
    if (!found || !source) return notFound();
    const { runtime } = ask.ctx;
    const offer = await offerNow(runtime, found.state.stored.forwards);
    const print = (text: string) => printedText(text, offer.placeholders).text;
    const samples = (await shownSamples(runtime)).map(({ name, title }) => ({
      name: name.replace(/^model-/, ""),
      title,
    }));
    const now = servicesOf(found.state.stored).find((one) => one.id === id);
    const public_ = sourcesOf(found.state.stored)[id];
    return done({
      ...found.shown,
      ...{ id, source, samples, isOwn: !isShippedService(id) },
      textState: textState(id, source, found.before[id]),
      shipped: textState(id, source, found.before[id]) === "shipped",
      family: familyNames[source.family].name,
      /** Where visitors find it now; null: nowhere. */
      address: now?.on ? addressOf(now) : null,
      movedFrom: public_ && public_.slug !== source.slug ? public_.slug : null,
      pricedAs: pricedAs(source.family).map((service) => ({ value: service, label: serviceNames[service] })),
      price: priceOf(source, offer),
      presetFields: presetFieldsOf(source.preset, offer.table),
      errors: serviceErrors(id, found.sources, offer),
      others: found.state.others,
      wrongElsewhere: found.state.errors.filter(({ path }) => !path.startsWith(`${id}/`)).map(({ message }) => message),
      printed: {
        name: print(source.name),
        summary: print(source.summary),
        lede: print(source.lede),
        title: print(source.title),
        description: print(source.description),
      },
      names: Object.keys(offer.placeholders),
    });
  },
});

export type ServiceEditor = Answer<typeof serviceEditor>;
export type ServiceList = Answer<typeof serviceList>;
