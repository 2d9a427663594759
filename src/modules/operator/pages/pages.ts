import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { defineSetting, type Setting } from "#src/platform/settings.ts";

/** Where visitors meet a page of the operator's own: by its address alone, or also in the menu or the footer. */
export const linkedFrom = ["address", "menu", "footer"] as const;

const own = z.strictObject({
  label: z.string().max(60),
  slug: z.string().max(60),
  place: z.enum(linkedFrom),
  /** Whether visitors can read it. */
  shown: z.boolean(),
});

export type OwnFacts = z.infer<typeof own>;

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
  /** Of a page that the product does not bring. */
  own: own.optional(),
  /** Of the samples: an admin has the right to show them. */
  mayShow: z.boolean().optional(),
});

export type StoredPage = z.infer<typeof schema>;

/** Texts that people accept with an order or an account: each has versions, which stay readable. */
const legalNames = ["terms", "privacy-policy", "fair-use-promise"] as const;
export type LegalName = (typeof legalNames)[number];

/** A page whose text is Markdown. `name` is its file in `shipped/`, or the id of a page of the operator's own. */
export type TextPage = {
  readonly name: string;
  readonly own: OwnFacts | null;
  readonly label: string;
  /** Where visitors read it. */
  readonly address: string;
  readonly setting: Setting<StoredPage>;
};

const nothing: StoredPage = { number: 0, text: null, title: "", description: "", by: "", at: "" };

const page = (name: string, label: string, address = `/${name}`): TextPage => ({
  name,
  own: null,
  label,
  address,
  setting: defineSetting<StoredPage>({
    key: `page.${name}`,
    meaning: `the text of the page “${label}”, and how search results show it`,
    schema,
    default: nothing,
  }),
});

export const textPages: readonly TextPage[] = [
  page("home", "Home", "/"),
  page("about", "About us"),
  page("faq", "Questions"),
  page("samples", "Samples"),
  page("contact", "Contact"),
  page("hiring", "Write for us"),
  page("guarantees", "Guarantees"),
  page("terms", "Terms of service"),
  page("privacy-policy", "Privacy policy"),
  page("fair-use-promise", "Fair-use promise", "/terms#fair-use"),
  page("accessibility", "Accessibility"),
  page("licence", "Licence of delivered texts"),
  page("honest-use-students", "How to use this", "/honest-use/students"),
  page("honest-use-never", "What we never do", "/honest-use/never"),
  page("honest-use-teachers", "For teachers", "/honest-use/teachers"),
];

export const textPage = (name: string): TextPage | null => textPages.find((one) => one.name === name) ?? null;

/** Where a page of the operator's own is kept. */
export const ownPageSetting = (id: string): Setting<StoredPage> => ({
  key: `page.own.${id}`,
  meaning: "a page of the operator's own",
  schema,
  default: nothing,
});

/** Whether a page is one of the texts that people accept. */
export const isLegal = (name: string): name is LegalName => legalNames.some((one) => one === name);

/** The words of a page as the product brings them: for search and tabs, and its Markdown. */
type ShippedText = {
  readonly title: string;
  readonly description: string;
  /** Of a text that people accept: the version of its first words in a shop. */
  readonly version: string;
  readonly text: string;
};

const form = /^---\ntitle: (.+)\ndescription: (.+)\n(?:version: (.+)\n)?---\n([\s\S]+)$/;

/** By file: pages that people accept something on ask at each view, also when no handle for a file is left. */
const known = new Map<string, ShippedText>();

/** Reads `shipped/<name>.md`, once; `home` is where the product is installed. */
export function shippedText(home: string, name: string): ShippedText {
  const file = join(home, "src/modules/operator/pages/shipped", `${name}.md`);
  const text = known.get(file) ?? readShipped(file);
  known.set(file, text);
  return text;
}

function readShipped(file: string): ShippedText {
  const [, title = "", description = "", version = "", text = ""] = form.exec(readFileSync(file, "utf8")) ?? [];
  if (text === "") throw new Error(`${file} has no title, description or text`);
  return { title, description, version, text };
}

/**
 * What a page says, as a person types it: Markdown, and what search results show; of an own page also where it is, of
 * the samples whether the right to show them was ticked, which each version asks anew.
 */
export type PageSource = { text: string; title: string; description: string; own?: OwnSource; mayShow?: boolean };
export type OwnSource = Omit<OwnFacts, "shown">;

/** The words that a page begins with: the product's, or of an own page its name. */
export const firstText = (home: string, { name, own, label }: TextPage): Omit<ShippedText, "version"> =>
  own ? { title: label, description: "", text: `# ${label}\n` } : shippedText(home, name);

const ownSource = ({ label, slug, place }: OwnFacts): OwnSource => ({ label, slug, place });

/** The words of a stored page; what was never changed is the shipped text. */
export function pageSource(home: string, page: TextPage, stored: StoredPage): PageSource {
  const first = firstText(home, page);
  return {
    text: stored.text ?? first.text,
    title: stored.title || first.title,
    description: stored.description || first.description,
    ...(stored.own && { own: ownSource(stored.own) }),
    ...(page.name === "samples" && { mayShow: false }),
  };
}
