import { z } from "zod";
import { services } from "#src/modules/pricing/index.ts";
import { defineSetting } from "#src/platform/settings.ts";
import { families } from "../service.ts";

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
