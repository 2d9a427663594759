import { sql } from "drizzle-orm";
import { servicesOf, servicesSetting } from "#src/modules/catalogue/index.server.ts";
import { findPage, linksNow, ownPages, ownPagesSetting, type TextPage } from "#src/modules/operator/index.server.ts";
import type { LinkList } from "#src/modules/operator/index.ts";
import type { Database } from "#src/platform/database/database.ts";
import { saveSetting } from "#src/platform/save-setting.ts";
import { readSetting, type SettingsReader } from "#src/platform/settings.ts";
import type { Work } from "#src/platform/work.ts";
import { done, type Outcome } from "#src/shared/outcome.ts";
import type { OtherPages } from "./page-kind.ts";
import { pageKind } from "./page-kind.ts";

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
