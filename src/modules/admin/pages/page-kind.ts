import { sql } from "drizzle-orm";
import { servicesOf, servicesSetting } from "#src/modules/catalogue/index.server.ts";
import {
  findPage,
  firstText,
  homeText,
  isPromise,
  linksNow,
  mostSteps,
  type OtherAddresses,
  type OwnSource,
  ownPages,
  ownPagesSetting,
  type PageSource,
  type PageText,
  type Placeholders,
  pageSource,
  pageValues,
  plainText,
  readPage,
  type StoredPage,
  samplesIn,
  siteSetting,
  slugProblem,
  type TextPage,
} from "#src/modules/operator/index.server.ts";
import { type LinkList, mostLetters, mostShown } from "#src/modules/operator/index.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { saveSetting } from "#src/platform/save-setting.ts";
import { readSetting, type SettingsReader } from "#src/platform/settings.ts";
import type { Work } from "#src/platform/work.ts";
import { done, type FieldError, type Outcome } from "#src/shared/outcome.ts";
import type { DraftKind } from "../drafts/draft-kind.ts";
import { faqRows, questionAt } from "./faq-rows.ts";

/** Pages that have places for certain parts alone: whether a text has those, and what they are, in words. */
export const pageForms: Readonly<Record<string, { fits: (page: PageText) => boolean; text: string }>> = {
  home: {
    fits: (page) => homeText(page) !== null,
    text: `The home page has a title (#), one paragraph, then three parts (##): up to ${mostSteps} steps (### and one paragraph each), and two lists. Write nothing else.`,
  },
  hiring: {
    fits: ({ lede, blocks }) => blocks.length === 0 && lede !== null && lede.every((one) => typeof one === "string"),
    text: "This page has a title (#) and one paragraph without links or marks. The form of the application follows it.",
  },
  samples: {
    fits: (page) => samplesIn(page) !== null,
    text: "Below each sample (##) stand three things: a paragraph that says what it is, the text (each line begins with >), and a list of notes. In the text, **bold** is what was added, ~~struck~~ what was cut.",
  },
  "fair-use-promise": {
    fits: isPromise,
    text: "The promise is a title and a list. Begin each sentence on a line of its own with “- ”, and write nothing else.",
  },
};

/** How many characters search results show. */
const most = { title: 60, description: 160 } as const;

const fieldError = (part: "title" | "description", value: string): FieldError[] => {
  const length = [...value.trim()].length;
  if (length === 0) return [{ path: part, message: "Write one for search results." }];
  return length > most[part] ? [{ path: part, message: `At most ${most[part]} characters. It has ${length}.` }] : [];
};

/** Where a problem of a text is: its line, or the question that it stands in. */
export const whereOf = ({ name }: TextPage, text: string, line: number): string =>
  (name === "faq" && questionAt(text, line)) || `Line ${line}`;

const noQuestions = {
  path: "text",
  message: "Each question stands below a group (##), and each answer below its question (###). Write nothing else.",
};

/** What is missing in the rows of the questions page. */
function rowErrors(text: string): FieldError[] {
  const faq = faqRows(text);
  if (!faq) return [noQuestions];
  if (faq.rows.length === 0) return [{ path: "text", message: "Write at least one question." }];
  const missing = (part: "ask" | "answer" | "group", what: string) =>
    faq.rows.flatMap((row, at) =>
      row[part] === "" ? [{ path: "text", message: `Question ${at + 1}: write ${what}.` }] : [],
    );
  return [...missing("ask", "the question"), ...missing("answer", "the answer"), ...missing("group", "its group")];
}

const noRight = {
  path: "mayShow",
  message: "Tick that you have the right to show these texts, or restore the original ones.",
};

/** Texts in which somebody promises something to a client: they say who that is. */
const namingPages: readonly string[] = ["terms", "privacy-policy"];

/** Where a text says who runs the shop: "Part 1". */
function namingPart(text: string): string {
  const before = text.split(/\{\{who runs the shop\b/, 2);
  const parts = before.length > 1 ? (before[0]?.match(/^## /gm) ?? []).length : 0;
  return parts > 0 ? `Part ${parts}` : "The text";
}

/** A text that names no company is not published: nobody could be held to it. */
async function namingErrors(draft: PageSource, page: TextPage, runtime: Runtime): Promise<FieldError[]> {
  if (!namingPages.includes(page.name)) return [];
  const { legalName } = await runtime.settings.get(siteSetting);
  const missing = (message: string): FieldError[] => [{ path: "text", message }];
  if (legalName === "")
    return missing(
      `${namingPart(draft.text)} names no company. Fill in the legal name first: in Settings, under Name and contact.`,
    );
  const printed = plainText(readPage(draft.text, page.label, await pageValues(runtime, page.name)));
  return printed.includes(legalName) ? [] : missing("The text names no company. Insert {{who runs the shop}}.");
}

/** What keeps a draft from being published, by its fields. */
function pageErrors(draft: PageSource, page: TextPage, placeholders: Placeholders): FieldError[] {
  const { name, label } = page;
  const { problems, ...read } = readPage(draft.text, label, placeholders);
  const stops = problems
    .filter(({ stops: one }) => one)
    .map(({ line, message }) => ({ path: "text", message: `${whereOf(page, draft.text, line)}: ${message}` }));
  const empty = draft.text.trim() === "" ? [{ path: "text", message: "The page needs a text." }] : [];
  const form = pageForms[name];
  if (form && empty.length + stops.length === 0 && !form.fits(read)) stops.push({ path: "text", message: form.text });
  if (name === "faq") stops.push(...rowErrors(draft.text));
  return [...empty, ...stops, ...fieldError("title", draft.title), ...fieldError("description", draft.description)];
}

/**
 * A page of Markdown, as it is drafted and published. What is equal to the shipped text follows later releases; one of
 * the operator's own is shown from its first publication on. `others`: what its address and its place may not be.
 */
function pageKind(home: string, page: TextPage, others: () => Promise<OtherPages>): DraftKind<PageSource, StoredPage> {
  const { name, setting } = page;
  const first = firstText(home, page);
  const changed = (part: "title" | "description", typed: string) => (typed.trim() === first[part] ? "" : typed.trim());
  return {
    setting,
    labels: {
      text: "text",
      title: "title for search",
      description: "description for search",
      own: "name, address and place",
      mayShow: "right to show them",
    },
    published: "this page",
    read: (stored) => pageSource(home, page, stored),
    write: ({ text, title, description, own, mayShow }, stamp) => ({
      text: text === first.text && !own ? null : text,
      title: changed("title", title),
      description: changed("description", description),
      ...(mayShow && { mayShow }),
      ...(own && { own: { ...own, label: own.label.trim(), shown: true } }),
      ...stamp,
    }),
    check: async (draft, runtime) => [
      ...(draft.own ? ownErrors(draft.own, await others()) : []),
      ...(draft.mayShow === false && draft.text !== first.text ? [noRight] : []),
      ...pageErrors(draft, page, await pageValues(runtime, name)),
      ...(await namingErrors(draft, page, runtime)),
    ],
  };
}

/** The other pages of the operator's own, and how many links menu and footer show without this page. */
export type OtherPages = OtherAddresses & { shown: Readonly<Record<"menu" | "footer", number>> };

/** How many links each has room for. */
const room = { menu: mostShown.menu, footer: mostShown.quick } as const;

/** How many letters a name has room for. */
const mostInLabel = { menu: mostLetters.menu, footer: mostLetters.quick, address: 40 } as const;

function labelErrors({ label, place }: OwnSource): FieldError[] {
  const length = [...label.trim()].length;
  if (length === 0) return [{ path: "label", message: "Write the name that the menu and the footer show." }];
  if (length <= mostInLabel[place]) return [];
  const where = place === "menu" ? " in the menu" : "";
  return [{ path: "label", message: `At most ${mostInLabel[place]} characters${where}. It has ${length}.` }];
}

function placeErrors(place: OwnSource["place"], { shown }: OtherPages): FieldError[] {
  if (place === "address" || shown[place] < room[place]) return [];
  const message = `The ${place} has room for ${room[place]} links, and all are in use. Hide one under “Menu and footer” first.`;
  return [{ path: "place", message }];
}

/** What keeps the name, the address or the place of a page of the operator's own from being published. */
function ownErrors(own: OwnSource, others: OtherPages): FieldError[] {
  const wrong = slugProblem(own.slug, others);
  return [...labelErrors(own), ...(wrong ? [{ path: "slug", message: wrong }] : []), ...placeErrors(own.place, others)];
}

type Read = SettingsReader["get"];

/** Settings past every cache. */
export const readNow =
  (db: Database): Read =>
  async (setting) =>
    (await readSetting(db, setting)).value;

/** What a page with this id may not take; of a new page: null. */
export async function otherPages(read: Read, id: string | null): Promise<OtherPages> {
  const { addresses } = await read(ownPagesSetting);
  const pages = await ownPages(read);
  const labelOf = new Map(pages.flatMap(({ name, label }) => (name === id ? [] : [[name, label]])));
  const here = `/pages/${pages.find(({ name }) => name === id)?.own.slug}`;
  const links = await linksNow(read);
  const without = (list: LinkList) => links[list].filter(({ to }) => to !== here).length;
  return {
    services: servicesOf(await read(servicesSetting)).map(({ slug }) => slug),
    taken: addresses.flatMap(({ slug, id: of }) => {
      const label = labelOf.get(of);
      return label === undefined ? [] : [{ slug, label }];
    }),
    shown: { menu: without("menu"), footer: without("quick") },
  };
}

/** A page as it is drafted, by its name; null: there is none. */
export async function editablePage(db: Database, home: string, name: string) {
  const read = readNow(db);
  const page: TextPage | null = await findPage(read, name);
  return page && { page, kind: pageKind(home, page, () => otherPages(read, page.name)) };
}

export type EditablePage = NonNullable<Awaited<ReturnType<typeof editablePage>>>;

/** One at a time publishes, makes or deletes a page: two never get one address. */
export const lockPages = (work: Work): Promise<unknown> =>
  work.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('operator:pages', 0))`);

/** The version that a page of the operator's own is made with; nobody can read it yet. */
export const firstVersion = 1;

type Address = { slug: string; id: string };

/** Stores which addresses there are, where that changes. */
export async function changeAddresses(
  work: Work,
  change: (addresses: readonly Address[]) => Address[],
): Promise<Outcome<number>> {
  const { value, version } = await readSetting(work.tx, ownPagesSetting);
  const addresses = change(value.addresses);
  const same =
    addresses.length === value.addresses.length &&
    addresses.every(({ slug }, at) => slug === value.addresses[at]?.slug);
  return same ? done(version) : saveSetting(work, ownPagesSetting, { addresses }, version);
}

/**
 * The address that a page was published under leads to it from now on, and those from before stay; what it was called
 * before anybody could read it leads nowhere.
 */
export async function keepAddress(work: Work, page: TextPage): Promise<Outcome<number>> {
  const { value } = await readSetting(work.tx, page.setting);
  const { own } = value;
  if (!own) return done(0);
  const kept = { slug: own.slug, id: page.name };
  const isFirst = value.number === firstVersion + 1;
  return changeAddresses(work, (addresses) => {
    if (addresses.some(({ slug }) => slug === own.slug)) return [...addresses];
    return isFirst ? addresses.map((one) => (one.id === kept.id ? kept : one)) : [...addresses, kept];
  });
}
