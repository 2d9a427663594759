import { servicesOf, servicesSetting } from "#src/modules/catalogue/index.server.ts";
import { addressOf } from "#src/modules/catalogue/index.ts";
import {
  knownLinks,
  menuSetting,
  type Site,
  type SocialLinks,
  type StoredMenu,
  type StoredNotice,
  shownOwnPages,
  textPages,
} from "#src/modules/operator/index.server.ts";
import { arrangedRows, isOwnLink, type KnownLink, type LinkList, type LinkRow } from "#src/modules/operator/index.ts";
import type { SettingsReader } from "#src/platform/settings.ts";
import { isCalendarDate, isClockTime, localOf } from "#src/shared/zone.ts";
import type { DraftKind } from "../drafts/draft-kind.ts";
import { type MenuDraft, menuErrors, noticeMoment, type TypedNotice } from "./menu-errors.ts";

type Read = SettingsReader["get"];

/** Pages that everybody can open and no module lists. */
const otherAddresses = [
  ...["/order", "/custom", "/login", "/register", "/start", "/api/docs", "/aichecker", "/aichecker/how"],
  ...["/technical-writing", "/non-technical-writing"],
];

/** Every address of this shop that a link may lead to. */
async function ownAddresses(read: Read): Promise<ReadonlySet<string>> {
  const pages = await shownOwnPages(read);
  return new Set([
    ...otherAddresses,
    ...textPages.map(({ address }) => address.replace(/#.*/, "")),
    ...servicesOf(await read(servicesSetting))
      .filter(({ on }) => on)
      .map(addressOf),
    ...pages.map(({ address }) => address),
  ]);
}

const typedMoment = (text: string, zone: string): { date: string; time: string } =>
  text ? localOf(new Date(text), zone) : { date: "", time: "" };

function typedNotice({ text, label, to, from, until }: StoredNotice, zone: string): TypedNotice {
  const [begin, end] = [typedMoment(from, zone), typedMoment(until, zone)];
  return { text, label, to, fromDate: begin.date, fromTime: begin.time, untilDate: end.date, untilTime: end.time };
}

/** "": no day, or no moment that there is. */
const keptMoment = (date: string, time: string, zone: string): string =>
  isCalendarDate(date) && (time === "" || isClockTime(time))
    ? (noticeMoment(date, time, zone)?.toISOString() ?? "")
    : "";

/** A notice as it is kept, from what was typed by the clock of the shop. */
export const keptNotice = ({ text, label, to, ...times }: TypedNotice, zone: string): StoredNotice => ({
  text: text.trim(),
  label: label.trim(),
  to: to.trim(),
  from: keptMoment(times.fromDate, times.fromTime, zone),
  until: keptMoment(times.untilDate, times.untilTime, zone),
});

const trimmed = (links: SocialLinks): SocialLinks => ({
  facebook: links.facebook.trim(),
  instagram: links.instagram.trim(),
  linkedin: links.linkedin.trim(),
  x: links.x.trim(),
});

/** An empty list is as shipped, so that it follows later releases. */
const storedRows = (list: LinkList, rows: readonly LinkRow[], known: readonly KnownLink[]): LinkRow[] => {
  const clean = arrangedRows(list, rows, known).map((row) => ({
    ...{ id: row.id, label: row.label.trim(), to: isOwnLink(row) ? row.to.trim() : "", shown: row.shown },
  }));
  return JSON.stringify(clean) === JSON.stringify(arrangedRows(list, [], known)) ? [] : clean;
};

/** Menu, footer and notice bar, as they are drafted and published; `site`: the shop's facts as they are stored. */
export async function menuKind(
  read: Read,
  { timeZone, social }: Pick<Site, "timeZone" | "social">,
): Promise<DraftKind<MenuDraft, StoredMenu>> {
  const known = await knownLinks(read);
  const rowsOf = (list: LinkList, stored: StoredMenu) => arrangedRows(list, stored[list], known[list]);
  return {
    setting: menuSetting,
    labels: { menu: "menu", quick: "quick links", social: "social links", notice: "notice bar" },
    published: "another menu or footer",
    read: (stored) => ({
      menu: rowsOf("menu", stored),
      quick: rowsOf("quick", stored),
      social: stored.social ?? social,
      notice: typedNotice(stored.notice, timeZone),
    }),
    write: ({ notice, social: links, ...lists }, stamp) => ({
      menu: storedRows("menu", lists.menu, known.menu),
      quick: storedRows("quick", lists.quick, known.quick),
      social: trimmed(links),
      notice: keptNotice(notice, timeZone),
      ...stamp,
    }),
    check: async (draft) => {
      const addresses = await ownAddresses(read);
      const rows = (list: LinkList) => arrangedRows(list, draft[list], known[list]);
      const shown = { ...draft, menu: rows("menu"), quick: rows("quick") };
      return menuErrors(shown, { known, addresses, zone: timeZone });
    },
  };
}
