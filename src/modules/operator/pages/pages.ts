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

/** A page whose text is Markdown. `name` is its address, its file in `shipped/`, and a part of its setting's key. */
export type TextPage = { readonly name: string; readonly label: string; readonly setting: Setting<StoredPage> };

const page = (name: string, label: string): TextPage => ({
  name,
  label,
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
  page("accessibility", "Accessibility"),
];

export const textPage = (name: string): TextPage | null => textPages.find((one) => one.name === name) ?? null;
