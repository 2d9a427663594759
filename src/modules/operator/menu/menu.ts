import { z } from "zod";
import { defineSetting, type SettingsReader } from "#src/platform/settings.ts";
import { ownPageAt, shownOwnPages } from "../pages/own-pages.ts";
import { type Site, siteSetting } from "../settings.ts";
import {
  arrangedRows,
  type KnownLink,
  type LinkList,
  mostRows,
  type ShownLink,
  sameLinks,
  shippedLinks,
  shownRows,
} from "./links.ts";

const row = z.strictObject({
  id: z.string().min(1).max(60),
  label: z.string().max(60),
  to: z.string().max(500),
  shown: z.boolean(),
});
const rows = z.array(row).max(mostRows);

const moment = z.iso.datetime().or(z.literal(""));

const notice = z.strictObject({
  /** "": there is none. */
  text: z.string().max(200),
  /** A link behind the text; "": none. */
  label: z.string().max(60),
  to: z.string().max(500),
  /** "": at once, and for good. */
  from: moment,
  until: moment,
});

export type StoredNotice = z.infer<typeof notice>;

const network = z.string().max(500);
const social = z.strictObject({ facebook: network, instagram: network, linkedin: network, x: network });
export type SocialLinks = z.infer<typeof social>;

const schema = z.strictObject({
  /** The setting's own version. */
  number: z.int().min(0),
  /** Only what differs from the product: an empty list is as shipped. */
  menu: rows.default([]),
  quick: rows.default([]),
  /** Not there: those of the setting `site`, where they were kept before. */
  social: social.optional(),
  notice: notice.default({ text: "", label: "", to: "", from: "", until: "" }),
  /** Who published it, and when. */
  by: z.string().max(80).default(""),
  at: moment.default(""),
});

export type StoredMenu = z.infer<typeof schema>;

/** What stands around every public page. Edited as a draft and published on a page of its own. */
export const menuSetting = defineSetting<StoredMenu>({
  key: "menu",
  meaning: "links of the menu and the footer, links to social networks, and the notice above public pages",
  schema,
  default: {
    ...{ number: 0, menu: [], quick: [] },
    ...{ notice: { text: "", label: "", to: "", from: "", until: "" }, by: "", at: "" },
  },
});

const momentOf = (text: string, otherwise: number): number => (text ? Date.parse(text) : otherwise);

/** When a notice is shown, in milliseconds; one without an end is shown for good. */
const timesOf = ({ from, until }: StoredNotice) => ({
  from: momentOf(from, Number.NEGATIVE_INFINITY),
  until: momentOf(until, Number.POSITIVE_INFINITY),
});

/** Where a notice is in its time; null: there is none. */
export function noticeState(stored: StoredNotice, now: Date): "waits" | "shown" | "over" | null {
  if (stored.text === "") return null;
  const { from, until } = timesOf(stored);
  if (now.getTime() < from) return "waits";
  return now.getTime() < until ? "shown" : "over";
}

/** When pages look different by themselves, after this moment; infinity: never. */
export function nextNoticeChange(stored: StoredNotice, now: Date): number {
  if (stored.text === "") return Number.POSITIVE_INFINITY;
  const { from, until } = timesOf(stored);
  return Math.min(...[from, until].filter((one) => one > now.getTime()), Number.POSITIVE_INFINITY);
}

type Read = SettingsReader["get"];

type ShownNotice = { readonly text: string; readonly link?: ShownLink };

/** What every page is sent of its frame: lists that differ from the product's, and the notice while it is shown. */
export type ShownMenu = {
  readonly menu?: readonly ShownLink[];
  readonly quick?: readonly ShownLink[];
  /** Of the footer; what they are now the catalogue knows. */
  readonly services?: readonly ShownLink[];
  readonly notice?: ShownNotice;
};

/** Every link that a list can show: the product's, and pages of the operator's own that belong there. */
export async function knownLinks(read: Read): Promise<Readonly<Record<LinkList, readonly KnownLink[]>>> {
  const pages = await shownOwnPages(read);
  const placed = (place: "menu" | "footer") =>
    pages
      .filter(({ own }) => own.place === place)
      .map(({ name, address, label }) => ({ id: `page:${name}`, to: address, label }));
  return {
    menu: [...shippedLinks.menu, ...placed("menu")],
    quick: [...shippedLinks.quick, ...placed("footer")],
  };
}

/** Whether a link leads to a page of the operator's own that visitors cannot read now. */
async function isTakenOff(read: Read, to: string): Promise<boolean> {
  const slug = /^\/pages\/([^/?#]+)/i.exec(to)?.[1];
  return slug !== undefined && (await ownPageAt(read, slug)) === null;
}

/** The links that each list shows now: one that an admin added to a page goes and comes with that page. */
export async function linksNow(read: Read): Promise<Readonly<Record<LinkList, readonly ShownLink[]>>> {
  const [stored, known] = [await read(menuSetting), await knownLinks(read)];
  const shown = async (list: LinkList) => {
    const links = shownRows(arrangedRows(list, stored[list], known[list]), known[list]);
    const gone = await Promise.all(links.map(({ to }) => isTakenOff(read, to)));
    return links.filter((_, at) => !gone[at]);
  };
  return { menu: await shown("menu"), quick: await shown("quick") };
}

export async function shownMenu(read: Read, now: Date): Promise<ShownMenu> {
  const [{ menu, quick }, { notice }] = [await linksNow(read), await read(menuSetting)];
  const { text, label, to } = notice;
  const leads = to !== "" && !(await isTakenOff(read, to));
  return {
    ...(!sameLinks(menu, shippedLinks.menu) && { menu }),
    ...(!sameLinks(quick, shippedLinks.quick) && { quick }),
    ...(noticeState(notice, now) === "shown" && { notice: { text, ...(leads && { link: { to, label } }) } }),
  };
}

/** The shop's facts with the social links that are published now. */
export async function siteNow(read: Read): Promise<Site> {
  const [site, { social }] = [await read(siteSetting), await read(menuSetting)];
  return social ? { ...site, social } : site;
}

/** When public pages look different by themselves; infinity: never. */
export const pagesChangeAt = async (read: Read, now: Date): Promise<number> =>
  nextNoticeChange((await read(menuSetting)).notice, now);
