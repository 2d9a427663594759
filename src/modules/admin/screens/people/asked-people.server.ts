import { peopleCounts } from "#src/modules/accounts/index.server.ts";
import { adminOrderList } from "#src/modules/orders/index.server.ts";
import { applicantIds } from "#src/modules/writing/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { countUpTo } from "#src/shared/counted.ts";
import { plainCode } from "#src/shared/typed-values.ts";
import type { PeopleAsk } from "../../domain/people-address.ts";

/** The client of the order with this number; null: it is no number, or not for this admin. */
async function clientOfNumber(ctx: Ctx, search: string): Promise<string | null> {
  const number = plainCode(search);
  if (!/^[A-Z0-9]{7}$/.test(number)) return null;
  const found = await adminOrderList(ctx, { group: "all", search: number });
  const [row] = found.ok ? found.value.rows : [];
  return row?.number === number ? row.clientId : null;
}

/** What the list of people is asked for: a number of an order finds its client, the tab of applicants who waits there. */
export async function askedPeople(ctx: Ctx, { group, ...ask }: PeopleAsk) {
  const search = (await clientOfNumber(ctx, ask.search)) ?? ask.search;
  const given = Object.fromEntries(Object.entries({ ...ask, search }).filter(([, value]) => value !== ""));
  if (group !== "applicants") return { ...given, group };
  const found = await applicantIds(ctx, {});
  return { ...given, group: "all", ids: found.ok ? found.value : [] };
}

/** What the tabs say; nothing for who may not see it. */
export async function tabCounts(ctx: Ctx): Promise<Readonly<Record<string, string>>> {
  const [counts, applicants] = await Promise.all([peopleCounts(ctx, {}), applicantIds(ctx, {})]);
  const all = { ...(counts.ok && counts.value), ...(applicants.ok && { applicants: applicants.value.length }) };
  return Object.fromEntries(Object.entries(all).map(([group, count]) => [group, countUpTo(count)]));
}
