import { type PeopleWaiting, peopleWaiting } from "#src/modules/accounts/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { formatMoment } from "#src/shared/zone.ts";
import type { AdminNotice } from "./admin-notice.ts";

const removalNotice = ({ id, name, due }: PeopleWaiting["removals"][number], zone: string, now: Date): AdminNotice => ({
  key: `removal-${id}`,
  tone: "warn",
  title: `The second factor of ${name} is removed on ${formatMoment(due, zone, now)}.`,
  text: "An admin started this. Stop it if you do not know why.",
  link: { to: `/admin/people/${id}`, label: `Look at ${name}` },
});

const bareNotice = (admins: PeopleWaiting["bareAdmins"]): AdminNotice => ({
  key: "bare-admins",
  tone: "warn",
  title: admins.length === 1 ? "An admin has no second factor." : "Some admins have no second factor.",
  text: `They cannot work in the admin area until they add one: ${admins.map(({ name }) => name).join(", ")}.`,
  link: { to: "/admin/people?group=admins", label: "Look at the admins" },
});

/** What an admin with `people` must know about accounts; nothing for others. */
export async function peopleNotices(ctx: Ctx, zone: string): Promise<readonly AdminNotice[]> {
  const waiting = await peopleWaiting(ctx, {});
  if (!waiting.ok) return [];
  const { removals, bareAdmins } = waiting.value;
  const bare = ctx.runtime.mode === "real" && bareAdmins.length > 0 ? [bareNotice(bareAdmins)] : [];
  return [...removals.map((one) => removalNotice(one, zone, ctx.runtime.clock())), ...bare];
}
