import type { FormAnswer } from "#src/modules/accounts/index.screens.ts";
import { changeNotices, mySettings } from "#src/modules/accounts/index.server.ts";
import { refusedForm } from "#src/platform/refused-form.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Person } from "#src/shared/viewer.ts";
import { type NoticeGroup, noticeGroups } from "../domain/groups.ts";
import { choicesFor } from "../domain/kinds.ts";
import { kindsAt, levelsOf } from "../domain/tabs-and-levels.ts";

/** The role of an admin whose second factor is still missing counts already. */
const linesFor = ({ waitingRole, role, capabilities }: Person) =>
  choicesFor({ role: waitingRole ?? role, capabilities });

const groupNames = Object.keys(noticeGroups) as NoticeGroup[];

/** The groups of kinds that this person chooses among, and what is off. */
export async function noticesPage(ctx: Ctx, request: Request, person: Person) {
  const { noticesOff: off } = orPage(await mySettings(ctx, {}), request);
  const lines = linesFor(person);
  const groups = groupNames.flatMap((name) => {
    const own = lines.filter(({ group, mayBeOff }) => group === name && mayBeOff);
    return own.length > 0 ? [{ name, ...noticeGroups[name], to: own[0]?.to, lines: own }] : [];
  });
  return { email: person.email, groups, off };
}
export type NoticesPage = Awaited<ReturnType<typeof noticesPage>>;

/**
 * Keeps what is wanted. Without scripts a group sends its level, the level that it showed, and its boxes: a level that
 * is another one than was shown decides, else the boxes. Kinds that the page does not show stay as they are.
 */
export async function saveNotices(ctx: Ctx, request: Request, person: Person) {
  const form = await request.formData();
  const { groups, off } = await noticesPage(ctx, request, person);
  const ticked = new Set(form.getAll("wanted").map(String));
  const shown = groups.flatMap(({ lines }) => lines.map(({ kind }) => kind));
  const wanted = groups.flatMap(({ name, lines }) => {
    const asked = form.get(`level-${name}`);
    const level = asked === form.get(`was-${name}`) ? undefined : levelsOf(lines).find((one) => one === asked);
    return level ? kindsAt(level, lines) : lines.map(({ kind }) => kind).filter((kind) => ticked.has(kind));
  });
  const hidden = off.filter((kind) => !shown.some((one) => one === kind));
  const changed = await changeNotices(ctx, { off: [...hidden, ...shown.filter((kind) => !wanted.includes(kind))] });
  const saved: FormAnswer = { saved: true };
  return changed.ok ? saved : refusedForm(changed);
}
