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

/** First words of addresses that the product has itself: a page with one of them as its name would be taken for that one. */
const listed: ReadonlySet<string> = new Set(
  `about accessibility accountsettings admin aichecker api assets auth brand checkout confirm-identity contact coursework
  csp-report custom dashboard email-change embed faq favicon files guarantees health healthz hiring home honest-use keep-second-factor
  licence login mailbox manifest metrics non-technical-writing notices offline og order orders pages passreset prices
  privacy-policy quizzes-tests quizzesorder readyz register robots samples sandbox see-as setup signout sitemap start
  technical-writing terms terms-of-service webhooks`.split(/\s+/),
);

const form = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const most = 60;

/** A name for the address of a page, from its title. */
function slugFrom(title: string): string {
  const plain = title.normalize("NFKD").replaceAll(/\p{M}/gu, "").replaceAll("\u00df", "ss").toLowerCase();
  const slug = plain.replaceAll(/[^a-z0-9]+/g, "-").slice(0, most - 4);
  return slug.replaceAll(/^-+|-+$/g, "") || "page";
}

/** What else an address below `/pages/` may not be: names of services, and those that lead to another own page. */
export type OtherAddresses = { services: readonly string[]; taken: readonly { slug: string; label: string }[] };

/** The first of "terms-2", "terms-3" … that nothing has. */
function free(slug: string, others: OtherAddresses): string {
  for (let number = 2; ; number += 1) {
    const next = `${slug.slice(0, most - 4)}-${number}`;
    if (!reasonAgainst(next, others)) return next;
  }
}

function reasonAgainst(slug: string, { services, taken }: OtherAddresses): string | null {
  if (listed.has(slug) || services.includes(slug)) return `The shop itself has a page with the address “${slug}”.`;
  const other = taken.find((one) => one.slug === slug);
  return other ? `“${slug}” leads to your page “${other.label}”.` : null;
}

/** Why a page cannot have this address, in words; null: it can. */
export function slugProblem(slug: string, others: OtherAddresses): string | null {
  if (slug === "") return "Write an address, such as how-to-use.";
  if (slug.length > most) return `At most ${most} characters. It has ${slug.length}.`;
  if (!form.test(slug)) return `Use small letters, digits and single hyphens, such as ${slugFrom(slug)}.`;
  const reason = reasonAgainst(slug, others);
  return reason && `${reason} Choose another, such as ${free(slug, others)}.`;
}

/** The address that a new page gets from its title. */
export function newSlug(title: string, others: OtherAddresses): string {
  const slug = slugFrom(title);
  return reasonAgainst(slug, others) ? free(slug, others) : slug;
}
