import {
  differences,
  type Forward,
  type StoredServices,
  servicesSetting,
  sourcesOf,
} from "#src/modules/catalogue/index.server.ts";
import { pageValues } from "#src/modules/operator/index.server.ts";
import { loadPricingForBrowser } from "#src/modules/pricing/index.server.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { DraftKind } from "../drafts/draft-kind.ts";
import { draftErrors, type Offer } from "./service-errors.ts";
import { labelsOf, partsOf, type ServicesDraft, type Sources, sourcesIn } from "./service-parts.ts";

/** What services are checked against now. */
export async function offerNow(runtime: Runtime, forwards: readonly Forward[]): Promise<Offer> {
  const { table, minimumLeadHours } = await loadPricingForBrowser({ runtime });
  return {
    forwards,
    table,
    minimumLeadHours,
    now: runtime.clock(),
    placeholders: await pageValues(runtime, "service"),
  };
}

/**
 * Addresses that lead to a service that has another one now: those of before, and of what was published until now. One
 * that is the address of a service again is none of them.
 */
function forwardsAfter(published: StoredServices, next: Sources): Forward[] {
  const moved = Object.entries(sourcesOf(published)).flatMap(([id, { family, slug }]) =>
    next[id]?.slug === slug && next[id]?.family === family ? [] : [{ family, slug, id }],
  );
  const all = [...published.forwards, ...moved];
  const taken = Object.values(next).map(({ family, slug }) => `${family}/${slug}`);
  return all.filter(
    ({ family, slug }, at) =>
      !taken.includes(`${family}/${slug}`) &&
      all.findLastIndex((one) => one.family === family && one.slug === slug) === at,
  );
}

/**
 * The services as they are drafted and published; `published`: what the new version comes after, `drafted`: every
 * service that a draft knows.
 */
export const servicesKind = (
  published: StoredServices,
  drafted: Sources,
): DraftKind<ServicesDraft, StoredServices> => ({
  setting: servicesSetting,
  labels: labelsOf({ ...sourcesOf(published), ...drafted }),
  published: "other services",
  read: (stored) => partsOf(sourcesOf(stored)),
  write: (draft, stamp) => {
    const sources = sourcesIn(draft);
    return { services: differences(sources), forwards: forwardsAfter(published, sources), ...stamp };
  },
  check: async (draft, runtime) => {
    const sources = sourcesIn(draft);
    const services = differences(sources);
    const changed = new Set(Object.keys(services));
    const errors = draftErrors(sources, changed, await offerNow(runtime, published.forwards));
    const fits = servicesSetting.schema.safeParse({ ...servicesSetting.default, services }).success;
    const tooLong = { path: "/text", message: "A text is longer than any field may be, or has too many empty lines." };
    return errors.length === 0 && !fits ? [tooLong] : errors;
  },
});
