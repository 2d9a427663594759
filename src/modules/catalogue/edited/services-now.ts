import { pageValues, printedText } from "#src/modules/operator/index.server.ts";
import { sameLinks } from "#src/modules/operator/index.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { SettingsReader } from "#src/platform/settings.ts";
import { addressOf, catalogue, type Family, families, familyNames } from "../index.ts";
import { type StoredServices, servicesSetting } from "./services-setting.ts";
import { type ServiceNow, servicesOf } from "./sources.ts";

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
