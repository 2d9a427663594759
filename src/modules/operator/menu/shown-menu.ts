import type { SettingsReader } from "#src/platform/settings.ts";
import { ownPageAt, shownOwnPages } from "../pages/own-pages.ts";
import { type Site, siteSetting } from "../settings.ts";
import {
  arrangedRows,
  type KnownLink,
  type LinkList,
  type ShownLink,
  sameLinks,
  shippedLinks,
  shownRows,
} from "./links.ts";
import { menuSetting, nextNoticeChange, noticeState } from "./menu.ts";

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
