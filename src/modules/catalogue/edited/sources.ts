import { isDeepStrictEqual } from "node:util";
import { families, type PublicService } from "../service.ts";
import { catalogue } from "../shipped.ts";
import type { ServiceSource, StoredServices } from "./services-setting.ts";

/** A service as it is offered, or not, now. */
export type ServiceNow = PublicService & { readonly id: string; readonly on: boolean };

const lines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

const sourceOf = (service: PublicService, at: number): ServiceSource => ({
  family: service.family,
  slug: service.slug,
  name: service.name,
  item: service.item,
  summary: service.summary,
  lede: service.lede,
  send: service.send.join("\n"),
  gets: service.gets.join("\n"),
  questions: service.questions.map(({ ask, answer }) => ({ ask, answer })),
  sample: service.sample ?? "",
  preset: { service: service.preset.service, fields: { ...service.preset.fields }, hours: service.preset.hours },
  title: "",
  description: "",
  at,
  on: true,
});

/** The services of the product, by id: an id is the name in the address that the product gives. */
export const shippedSources: Readonly<Record<string, ServiceSource>> = Object.fromEntries(
  catalogue.map((service, at) => [service.slug, sourceOf(service, at)]),
);

export const isShippedService = (id: string): boolean => Object.hasOwn(shippedSources, id);

/** Every service as it is published, by id: what nobody changed follows the product. */
export function sourcesOf({ services }: Pick<StoredServices, "services">): Record<string, ServiceSource> {
  const sources: Record<string, ServiceSource> = {};
  for (const [id, shipped] of Object.entries(shippedSources)) sources[id] = { ...shipped, ...services[id] };
  for (const [id, own] of Object.entries(services))
    if (!isShippedService(id) && own.family && own.slug && own.preset)
      sources[id] = { ...blankSource(own.family), ...own };
  return sources;
}

/** What differs from the product: of a service that it does not bring everything. */
export function differences(sources: Readonly<Record<string, ServiceSource>>): StoredServices["services"] {
  const stored: StoredServices["services"] = {};
  for (const [id, source] of Object.entries(sources)) {
    const shipped = shippedSources[id];
    const parts = Object.entries(source).filter(
      ([part, value]) => !shipped || !isDeepStrictEqual(value, shipped[part as keyof ServiceSource]),
    );
    if (parts.length > 0) stored[id] = Object.fromEntries(parts);
  }
  return stored;
}

/** A service of the operator's own to begin with: its calculator is that of the first one in the family. */
export function blankSource(family: ServiceSource["family"]): ServiceSource {
  const first = Object.values(shippedSources).find((one) => one.family === family);
  if (!first) throw new Error(`No service in ${family}`);
  return {
    ...first,
    ...{ slug: "", name: "", item: "", summary: "", lede: "", send: "", gets: "", questions: [], sample: "" },
    ...{ at: catalogue.length, on: false },
  };
}

/** In the order in which lists show them. */
export const inOrder = (sources: Readonly<Record<string, ServiceSource>>): [string, ServiceSource][] =>
  Object.entries(sources).sort(
    ([, one], [, other]) => families.indexOf(one.family) - families.indexOf(other.family) || one.at - other.at,
  );

const serviceOf = (
  id: string,
  { send, gets, sample, title, description, at: _, ...source }: ServiceSource,
): ServiceNow => ({
  ...source,
  ...{ id, send: lines(send), gets: lines(gets) },
  ...(sample && { sample }),
  ...(title && { title }),
  ...(description && { description }),
});

const asShipped: readonly ServiceNow[] = inOrder(shippedSources).map(([id, source]) => serviceOf(id, source));

/** Every service, also those that are off, in order. */
export const servicesOf = (stored: StoredServices): readonly ServiceNow[] =>
  stored.number === 0 ? asShipped : inOrder(sourcesOf(stored)).map(([id, source]) => serviceOf(id, source));
