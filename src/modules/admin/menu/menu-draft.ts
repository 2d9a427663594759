import { z } from "zod";
import { servicesOf, servicesSetting } from "#src/modules/catalogue/index.server.ts";
import { addressOf } from "#src/modules/catalogue/index.ts";
import {
  knownLinks,
  menuSetting,
  noticeState,
  type Site,
  type SocialLinks,
  type StoredMenu,
  type StoredNotice,
  shownOwnPages,
  siteSetting,
  textPages,
} from "#src/modules/operator/index.server.ts";
import {
  arrangedRows,
  isOwnLink,
  type KnownLink,
  type LinkList,
  type LinkRow,
  linkLists,
  linkStep,
  mostRows,
  movedRows,
} from "#src/modules/operator/index.ts";
import { command } from "#src/platform/command.ts";
import type { Database } from "#src/platform/database/database.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { seenAtOnce } from "#src/platform/save-setting.ts";
import type { SettingsReader } from "#src/platform/settings.ts";
import { done, invalid, notFound } from "#src/shared/outcome.ts";
import { isCalendarDate, isClockTime, localOf } from "#src/shared/zone.ts";
import { canChangeSettings } from "../domain/policy.ts";
import type { DraftKind } from "../drafts/draft-kind.ts";
import { changeDraft, draftState, publishDraft, undoVersion } from "../drafts/own-draft.ts";
import { readNow } from "../pages/page-kind.ts";
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
const keptNotice = ({ text, label, to, ...times }: TypedNotice, zone: string): StoredNotice => ({
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
async function menuKind(
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

const kindNow = async (db: Database): Promise<DraftKind<MenuDraft, StoredMenu>> => {
  const read = readNow(db);
  return menuKind(read, await read(siteSetting));
};

/** Longer than any value may be: what is too long is kept, too, and refused when it is published. */
const kept = z.string().max(2_000, "This is too long to save. Make it shorter.");
const row = z.strictObject({ id: z.string().max(60), label: kept, to: kept, shown: z.boolean() });
const fullList = "There is no room for more links.";
const rows = z.array(row).max(mostRows, fullList).optional();

const input = z.strictObject({
  /** `save`, a step of every draft, or one of a row: "row:up:menu:2". */
  step: z.string().max(40),
  /** The revision of the draft that the page showed. */
  seen: z.string().max(12),
  typed: z.strictObject({
    menu: rows,
    quick: rows,
    social: z.strictObject({ facebook: kept, instagram: kept, linkedin: kept, x: kept }).optional(),
    notice: z
      .strictObject({
        ...{ text: kept, label: kept, to: kept },
        ...{ fromDate: kept, fromTime: kept, untilDate: kept, untilTime: kept },
      })
      .optional(),
  }),
});
type Input = z.infer<typeof input>;

/** The draft after what was typed and the step; null when the step is not known. */
function typedMenu(draft: MenuDraft, { step, typed }: Input): MenuDraft | null {
  const next: MenuDraft = {
    menu: typed.menu ?? draft.menu,
    quick: typed.quick ?? draft.quick,
    social: typed.social ?? draft.social,
    notice: typed.notice ?? draft.notice,
  };
  if (step === "save") return next;
  const asked = linkStep(step);
  return asked && { ...next, [asked.list]: movedRows(next[asked.list], asked) };
}

/**
 * Changes the own draft of menu and footer; nothing is published by it. Needs `settings`. Refuses conflict when the
 * draft was changed since the page was made.
 */
export const changeMenuDraft = command<Input, number>("admin.change-menu-draft", {
  input,
  run: async (work, sent) => {
    let full: LinkList | null = null;
    const changed = await changeDraft(work, await kindNow(work.tx), sent, (draft) => {
      const next = typedMenu(draft, sent);
      full = linkLists.find((list) => next && next[list].length > mostRows) ?? null;
      return full ? null : next;
    });
    return full ? invalid([{ path: `typed.${full}`, message: fullList }]) : changed;
  },
});

const publish = z.strictObject({ seen: z.string().max(12) });

/** Publishes the own draft of menu and footer: every page shows it from now on. */
export const publishMenu = seenAtOnce(
  command<z.infer<typeof publish>, number>("admin.publish-menu", {
    input: publish,
    run: async (work, { seen }) => publishDraft(work, await kindNow(work.tx), seen),
  }),
);

const back = z.strictObject({ version: z.string().regex(/^\d{1,6}$/) });

/** Publishes what was there before this version again. */
export const undoMenu = seenAtOnce(
  command<z.infer<typeof back>, number>("admin.undo-menu", {
    input: back,
    run: async (work, { version }) => undoVersion(work, await kindNow(work.tx), version),
  }),
);

/** The notice of a draft, and where it is in its time; null: there is none. */
const noticeOf = ({ notice }: MenuDraft, { timeZone }: Site, now: Date) => {
  const stored = keptNotice(notice, timeZone);
  const state = noticeState(stored, now);
  return state && { ...stored, state };
};

/** Menu, footer and notice bar as this admin edits them. Needs `settings`. */
export const menuEditor = query("admin.menu-editor", {
  input: z.strictObject({}),
  run: async (ask) => {
    if (!canChangeSettings(ask.viewer)) return notFound();
    const read = readNow(ask.db);
    const site = await read(siteSetting);
    const state = await draftState(ask, await menuKind(read, site));
    if (!state) return notFound();
    const known = await knownLinks(read);
    // Pages may have come or gone since the draft was saved.
    const rows = (list: LinkList) => arrangedRows(list, state.draft[list], known[list]);
    const draft = { ...state.draft, menu: rows("menu"), quick: rows("quick") };
    return done({ ...state, draft, known, site, shipped: state.version === 0, notice: noticeOf(draft, site, ask.now) });
  },
});

export type MenuEditor = Answer<typeof menuEditor>;
