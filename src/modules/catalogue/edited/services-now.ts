import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { pageValues, printedText } from "#src/modules/operator/index.server.ts";
import { sameLinks } from "#src/modules/operator/index.ts";
import { services } from "#src/modules/pricing/index.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { defineSetting, type SettingsReader } from "#src/platform/settings.ts";
import { addressOf, catalogue, type Family, families, familyNames, type PublicService } from "../index.ts";

const preset = z.strictObject({
  service: z.enum(services),
  fields: z.record(z.string().max(40), z.string().max(200)),
  hours: z.int().min(1).max(10_000),
});

const source = z.strictObject({
  family: z.enum(families),
  slug: z.string().max(60),
  name: z.string().max(80),
  item: z.string().max(60),
  summary: z.string().max(400),
  lede: z.string().max(800),
  /** One point a line. */
  send: z.string().max(2_000),
  gets: z.string().max(2_000),
  questions: z.array(z.strictObject({ ask: z.string().max(400), answer: z.string().max(2_000) })).max(8),
  sample: z.string().max(60),
  preset,
  /** For search results; "": name and summary. */
  title: z.string().max(120),
  description: z.string().max(320),
  /** The place in its family: smaller comes first. */
  at: z.number(),
  on: z.boolean(),
});

/** A service as a person edits it. */
export type ServiceSource = z.infer<typeof source>;

const forward = z.strictObject({ family: z.enum(families), slug: z.string().max(60), id: z.string().max(60) });
export type Forward = z.infer<typeof forward>;

const schema = z.strictObject({
  /** The setting's own version. */
  number: z.int().min(0),
  /** By id: what differs from the product, and all of a service that it does not bring. */
  services: z.record(z.string().max(60), source.partial()),
  /** Addresses that a service had before. */
  forwards: z.array(forward).max(1_000),
  by: z.string().max(80),
  at: z.iso.datetime().or(z.literal("")),
});

export type StoredServices = z.infer<typeof schema>;

/** The catalogue of services as it differs from the product's. Edited as a draft and published on pages of its own. */
export const servicesSetting = defineSetting<StoredServices>({
  key: "services",
  meaning: "what differs in the services from the product, own services, and their addresses of before",
  schema,
  default: { number: 0, services: {}, forwards: [], by: "", at: "" },
});

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

type Read = SettingsReader["get"];

/** Addresses of services in this process, as its last page knew them. */
const known = new WeakMap<Runtime, ReadonlySet<string>>();

const offered = (services: readonly ServiceNow[]): readonly ServiceNow[] => services.filter(({ on }) => on);

/** The services that can be looked at and ordered now, in order. */
export async function servicesNow(runtime: Runtime): Promise<readonly ServiceNow[]> {
  const services = offered(servicesOf(await runtime.settings.get(servicesSetting)));
  known.set(runtime, new Set(services.map(addressOf)));
  return services;
}

/** Whether this is the address of a service, without asking anybody. */
export const isServiceAddress = (runtime: Runtime, path: string): boolean => known.get(runtime)?.has(path) ?? false;

/** Where a family is found: its own page, or the service that stands for it; the home page where none is offered. */
export function familyAddress(services: readonly ServiceNow[], family: Family): string {
  const { address, first } = familyNames[family];
  const own = offered(services).filter((one) => one.family === family);
  if (!first && own.length > 0) return address;
  const found = own.find(({ id }) => id === first) ?? own[0];
  return found ? addressOf(found) : "/";
}

/** What an address of a service leads to: the service, or another address, for good or for now. */
type Found = { service: ServiceNow } | { to: string; forGood: boolean };

/** In any case of letters; undefined: no service has or had this address. */
export function findService(stored: StoredServices, family: Family, slug: string): Found | undefined {
  const services = servicesOf(stored);
  const name = slug.toLowerCase();
  const here = services.find((one) => one.family === family && one.slug === name);
  if (here?.on) return { service: here };
  const before = stored.forwards.find((one) => one.family === family && one.slug === name);
  if (!here && !before) return undefined;
  const moved = here ? undefined : services.find(({ id, on }) => on && id === before?.id);
  return moved ? { to: addressOf(moved), forGood: true } : { to: familyAddress(services, family), forGood: false };
}

export const serviceAt = async (read: Read, family: Family, slug: string): Promise<Found | undefined> =>
  findService(await read(servicesSetting), family, slug);

/** The service that a form or a link names, also by its name of before; undefined where it is not offered. */
export async function serviceNamed(read: Read, slug: string): Promise<ServiceNow | undefined> {
  const stored = await read(servicesSetting);
  const services = offered(servicesOf(stored));
  const name = slug.toLowerCase();
  const moved = stored.forwards.find((one) => one.slug === name);
  return services.find((one) => one.slug === name) ?? services.find(({ id }) => id === moved?.id);
}

/** What an order of this priced service is called that names this public one; null where it is not offered, or priced as another. */
export async function orderedName(runtime: Runtime, slug: string, service: string): Promise<string | null> {
  const named = await serviceNamed(runtime.settings.get, slug);
  return named?.preset.service === service ? printedLine(runtime, named.name) : null;
}

const texts = ["name", "item", "summary", "lede", "title", "description"] as const;

/** A service as its visitors read it: the placeholders of its texts print from settings. */
export async function printed(runtime: Runtime, service: ServiceNow): Promise<ServiceNow> {
  if (!JSON.stringify(service).includes("{{")) return service;
  const values = await pageValues(runtime, "service");
  const print = (text: string) => printedText(text, values).text;
  const own = texts.flatMap((part) => (service[part] === undefined ? [] : [[part, print(service[part])]]));
  return {
    ...service,
    ...Object.fromEntries(own),
    send: service.send.map(print),
    gets: service.gets.map(print),
    questions: service.questions.map(({ ask, answer }) => ({ ask: print(ask), answer: print(answer) })),
  };
}

/** The name of a service as lists and links print it. */
export const printedLine = async (runtime: Runtime, line: string): Promise<string> =>
  line.includes("{{") ? printedText(line, await pageValues(runtime, "service")).text : line;

type Link = { readonly to: string; readonly label: string };

/** Links to services of the product as they are now: those that are off are left out. */
function linksNow<L extends Link>(services: readonly ServiceNow[], links: readonly L[]): readonly L[] {
  return links.flatMap((link) => {
    const family = families.find((one) => familyNames[one].address === link.to);
    if (family) {
      const to = familyAddress(services, family);
      return to === "/" ? [] : [{ ...link, to }];
    }
    const shipped = catalogue.find((one) => addressOf(one) === link.to);
    const now = shipped && offered(services).find(({ id }) => id === shipped.slug);
    if (!shipped) return [link];
    return now ? [{ ...link, to: addressOf(now), label: now.name === shipped.name ? link.label : now.name }] : [];
  });
}

/** Links of the product that lead elsewhere now; undefined: none does. */
export async function changedLinks<L extends Link>(runtime: Runtime, links: readonly L[]) {
  const found = linksNow(await servicesNow(runtime), links);
  const now = await Promise.all(found.map(async (one) => ({ ...one, label: await printedLine(runtime, one.label) })));
  return sameLinks(now, links) ? undefined : now;
}
