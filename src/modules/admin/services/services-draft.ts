import { z } from "zod";
import {
  blankSource,
  differences,
  type Forward,
  isShippedService,
  type ServiceSource,
  type StoredServices,
  servicesSetting,
  shippedSources,
  sourcesOf,
} from "#src/modules/catalogue/index.server.ts";
import { families } from "#src/modules/catalogue/index.ts";
import { pageValues } from "#src/modules/operator/index.server.ts";
import { loadPricingForBrowser } from "#src/modules/pricing/index.server.ts";
import { fieldsOf, services as priced } from "#src/modules/pricing/index.ts";
import { command } from "#src/platform/command.ts";
import type { Database } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { seenAtOnce } from "#src/platform/save-setting.ts";
import { readSetting } from "#src/platform/settings.ts";
import { done, invalid, notFound, type Outcome } from "#src/shared/outcome.ts";
import type { Viewer } from "#src/shared/viewer.ts";
import { canChangeSettings } from "../domain/policy.ts";
import type { DraftKind } from "../drafts/draft-kind.ts";
import { changeDraft, publishDraft, readDraft, undoVersion } from "../drafts/own-draft.ts";
import {
  draftErrors,
  labelsOf,
  movedService,
  type Offer,
  partsOf,
  type ServicesDraft,
  type Sources,
  sourcesIn,
} from "./service-parts.ts";

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
const servicesKind = (published: StoredServices, drafted: Sources): DraftKind<ServicesDraft, StoredServices> => ({
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

/** More own services are not made: every process keeps all of them at hand. */
const mostOwn = 40;

/** The kind of this person's draft: its parts are the services that are published and those that the draft knows. */
export async function kindFor(db: Database, viewer: Viewer) {
  const { value } = await readSetting(db, servicesSetting);
  const mine = viewer.kind === "person" ? await readDraft(db, servicesKind(value, {}), viewer.id) : null;
  return servicesKind(value, { ...sourcesIn(mine?.base ?? {}), ...sourcesIn(mine?.draft ?? {}) });
}

/** Longer than any value may be: what is too long is kept, too, and refused when it is published. */
const kept = z.string().max(20_000, "This is too long to save. Make it shorter.");
const id = z.string().max(60);

const input = z.strictObject({
  /** `save`, a step of every draft, `add`, or one of a service: "row:up:essays", "shipped:essays", "delete:…". */
  step: z.string().max(100),
  /** The revision of the draft that the page showed. */
  seen: z.string().max(12),
  typed: z.strictObject({
    /** What was typed of one service. */
    id: id.optional(),
    service: z
      .strictObject({
        ...{ name: kept, slug: kept, item: kept, summary: kept, lede: kept, send: kept, gets: kept },
        ...{ sample: kept, title: kept, description: kept, on: z.boolean() },
        questions: z.array(z.strictObject({ ask: kept, answer: kept })).max(20),
        preset: z.strictObject({ service: z.enum(priced), fields: z.record(kept, kept), hours: z.number() }),
      })
      .partial()
      .optional(),
    /** Which services are on, of a list. */
    on: z.record(id, z.boolean()).optional(),
    /** A new one. */
    name: kept.optional(),
    family: z.enum(families).optional(),
  }),
});
type Input = z.infer<typeof input>;

const only = (of: Record<string, ServiceSource>, service: string, change: (source: ServiceSource) => ServiceSource) => {
  const source = Object.hasOwn(of, service) ? of[service] : undefined;
  return source ? { ...of, [service]: change(source) } : of;
};

/** Only the fields that the calculator of this service has. */
const presetOf = ({ fields, ...preset }: ServiceSource["preset"]): ServiceSource["preset"] => ({
  ...preset,
  fields: Object.fromEntries(
    fieldsOf[preset.service].flatMap((name) => {
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  ),
});

/** The services after what was typed and the step; null when the step is not known. */
function typedServices(draft: Sources, { step, typed }: Input, made: string): Record<string, ServiceSource> | null {
  const { service, on = {} } = typed;
  let sources = { ...draft };
  if (typed.id && service) {
    const { preset } = service;
    sources = only(
      sources,
      typed.id,
      (one) => ({ ...one, ...service, ...(preset && { preset: presetOf(preset) }) }) as ServiceSource,
    );
  }
  for (const [one, is] of Object.entries(on)) sources = only(sources, one, (source) => ({ ...source, on: is }));
  if (step === "save") return sources;
  if (step === "add" && typed.family && typed.name) {
    const blank = blankSource(typed.family);
    const at = 1 + Math.max(...Object.values(sources).map((one) => one.at));
    return { ...sources, [made]: { ...blank, name: typed.name.trim(), at } };
  }
  const [, what, of = ""] = /^(row:up|row:down|shipped|delete):([\w-]{1,60})$/.exec(step) ?? [];
  if (what === "row:up" || what === "row:down") return movedService(sources, of, what === "row:up" ? -1 : 1);
  const shipped = isShippedService(of) ? shippedSources[of] : undefined;
  if (what === "shipped" && shipped) return { ...sources, [of]: { ...shipped, at: sources[of]?.at ?? shipped.at } };
  if (what !== "delete" || isShippedService(of)) return null;
  const { [of]: _, ...rest } = sources;
  return rest;
}

/** Says which service was made. */
type Changed = { revision: number; made: string };

const ownCount = (sources: Sources): number => Object.keys(sources).filter((one) => !isShippedService(one)).length;

/**
 * Changes the own draft of the services; nothing is published by it. Needs `settings`. Refuses conflict when the draft
 * was changed since the page was made.
 */
export const changeServices = command<Input, Changed>("admin.change-services", {
  input,
  run: async (work, sent): Promise<Outcome<Changed>> => {
    if (!canChangeSettings(work.viewer)) return notFound();
    const made = `own-${newId(work.now.getTime())}`;
    const name = sent.typed.name?.trim() ?? "";
    if (sent.step === "add" && (name === "" || [...name].length > 40))
      return invalid([
        { path: "name", message: name === "" ? "Write what the service is called." : "At most 40 characters." },
      ]);
    const mine = await kindFor(work.tx, work.viewer);
    let full = false;
    const changed = await changeDraft(work, mine, sent, (draft) => {
      const next = typedServices(sourcesIn(draft), sent, made);
      full = next !== null && ownCount(next) > mostOwn;
      return next && !full ? partsOf(next) : null;
    });
    if (full) return invalid([{ path: "name", message: `You have ${mostOwn} own services. Delete one first.` }]);
    return changed.ok ? done({ revision: changed.value, made }) : changed;
  },
});

const publish = z.strictObject({ seen: z.string().max(12) });

/** Publishes the own draft of the services. An address that was changed leads to the new one for good. */
export const publishServices = seenAtOnce(
  command<z.infer<typeof publish>, number>("admin.publish-services", {
    input: publish,
    run: async (work, { seen }) => publishDraft(work, await kindFor(work.tx, work.viewer), seen),
  }),
);

const back = z.strictObject({ version: z.string().regex(/^\d{1,6}$/) });

/** Publishes what was there before this version again; addresses of before go on leading to their services. */
export const undoServices = seenAtOnce(
  command<z.infer<typeof back>, number>("admin.undo-services", {
    input: back,
    run: async (work, { version }) => undoVersion(work, await kindFor(work.tx, work.viewer), version),
  }),
);
