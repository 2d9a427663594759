import { z } from "zod";
import { defineSetting, type SettingsReader } from "#src/platform/settings.ts";
import { type OwnFacts, ownPageSetting, type StoredPage, type TextPage, textPage } from "./pages.ts";

/** More are not made: every process keeps the texts of all settings at hand. */
export const mostOwnPages = 40;

const address = z.strictObject({ slug: z.string().max(60), id: z.string().max(40) });

/** Which page an address below `/pages/` leads to, those of before too, in the order in which they were made. */
export const ownPagesSetting = defineSetting({
  key: "own-pages",
  meaning: "the addresses of pages of the operator's own",
  schema: z.strictObject({ addresses: z.array(address).max(400) }),
  default: { addresses: [] },
});

const ownAddress = (slug: string): string => `/pages/${slug}`;

/** How a setting is read: from the cache of the process, or past it. */
type Read = SettingsReader["get"];

type OwnPage = TextPage & { readonly own: OwnFacts; readonly stored: StoredPage };

/** A page of the operator's own, from its row; null: it was deleted. */
export function ownPageOf(id: string, stored: StoredPage): OwnPage | null {
  const { own } = stored;
  if (!own) return null;
  return { name: id, own, label: own.label, address: ownAddress(own.slug), setting: ownPageSetting(id), stored };
}

const readOwnPage = async (read: Read, id: string) => ownPageOf(id, await read(ownPageSetting(id)));

/** The ids of the operator's own pages, in the order in which they were made. */
export const ownPageIds = ({ addresses }: { addresses: readonly { id: string }[] }): string[] => [
  ...new Set(addresses.map(({ id }) => id)),
];

/** The operator's own pages, also those that nobody can read yet. */
export async function ownPages(read: Read): Promise<OwnPage[]> {
  const ids = ownPageIds(await read(ownPagesSetting));
  const pages = await Promise.all(ids.map((id) => readOwnPage(read, id)));
  return pages.filter((one) => one !== null);
}

/** Those that visitors can read. */
export const shownOwnPages = async (read: Read): Promise<OwnPage[]> =>
  (await ownPages(read)).filter(({ own }) => own.shown);

/** A page of Markdown by its name: one that the product brings, or the id of one of the operator's own. */
export async function findPage(read: Read, name: string): Promise<TextPage | null> {
  const known = textPage(name);
  if (known) return known;
  const { addresses } = await read(ownPagesSetting);
  return addresses.some(({ id }) => id === name) ? readOwnPage(read, name) : null;
}

/** The page that an address below `/pages/` leads to, in any case of letters; null when visitors cannot read it. */
export async function ownPageAt(read: Read, slug: string): Promise<OwnPage | null> {
  const { addresses } = await read(ownPagesSetting);
  const known = addresses.find((one) => one.slug === slug.toLowerCase());
  const page = known ? await readOwnPage(read, known.id) : null;
  return page?.own.shown ? page : null;
}
