import { z } from "zod";
import { defineSetting, type Setting } from "#src/platform/settings.ts";

const schema = z.strictObject({
  /** The setting's own version. */
  number: z.int().min(0),
  /** Markdown; null: the text as it is shipped. */
  text: z.string().nullable().default(null),
  /** For search results, tabs and links that are shared; "": as shipped. */
  title: z.string().max(120).default(""),
  description: z.string().max(320).default(""),
  /** Who published it, and when. */
  by: z.string().max(80).default(""),
  at: z.iso.datetime().or(z.literal("")).default(""),
});

export type StoredPage = z.infer<typeof schema>;

/** Texts that people accept with an order or an account: each has versions, which stay readable. */
const legalNames = ["terms", "privacy-policy", "fair-use-promise"] as const;
export type LegalName = (typeof legalNames)[number];

/** A page whose text is Markdown. `name` is its file in `shipped/`, and a part of its setting's key. */
export type TextPage = {
  readonly name: string;
  readonly label: string;
  /** Where visitors read it. */
  readonly address: string;
  readonly setting: Setting<StoredPage>;
};

const page = (name: string, label: string, address = `/${name}`): TextPage => ({
  name,
  label,
  address,
  setting: defineSetting<StoredPage>({
    key: `page.${name}`,
    meaning: `the text of the page “${label}”, and how search results show it`,
    schema,
    default: { number: 0, text: null, title: "", description: "", by: "", at: "" },
  }),
});

export const textPages: readonly TextPage[] = [
  page("about", "About us"),
  page("contact", "Contact"),
  page("guarantees", "Guarantees"),
  page("terms", "Terms of service"),
  page("privacy-policy", "Privacy policy"),
  page("fair-use-promise", "Fair-use promise", "/terms#fair-use"),
  page("accessibility", "Accessibility"),
];

export const textPage = (name: string): TextPage | null => textPages.find((one) => one.name === name) ?? null;

/** Whether a page is one of the texts that people accept. */
export const isLegal = (name: string): name is LegalName => legalNames.some((one) => one === name);
