import { ownPagesSetting, type TextPage } from "#src/modules/operator/index.server.ts";
import { saveSetting } from "#src/platform/save-setting.ts";
import { readSetting } from "#src/platform/settings.ts";
import type { Work } from "#src/platform/work.ts";
import { done, type Outcome } from "#src/shared/outcome.ts";

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
