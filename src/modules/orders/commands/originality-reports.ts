import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { attachFiles, ownTexts } from "#src/modules/files/index.server.ts";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { askedId } from "#src/platform/input.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { findContacts } from "#src/shared/contact-details.ts";
import { done, invalid, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { isCalendarDate, localOf } from "#src/shared/zone.ts";
import type { AnyOrderEventName } from "../domain/entries-and-events.ts";
import { readReportLink, reportBounds, takesReports } from "../domain/originality-report.ts";
import { reporterFor, writerIdOf } from "../domain/policy.ts";
import type { Actor } from "../domain/states.ts";
import { stageText } from "../domain/status-labels.ts";
import { writeHistory } from "../steps/apply-step.ts";
import { saveLocked } from "../steps/save-order.ts";
import { hideContacts, keepTyped, writerNameOf } from "../storage/hidden-texts.ts";
import { fileIds, loadOrder, type OrderRow } from "../storage/order-row.ts";
import { dropReports, originalityReports, reportOfOrder, reportsOf } from "../storage/report-tables.ts";
import { deliveries } from "../tables.ts";

const line = (most: number) => z.string().trim().max(most, `Use at most ${most} characters.`).default("");

const input = z.strictObject({
  orderId: askedId,
  /** Of the version that the report is about. */
  number: z.coerce.number().int().min(1).max(10_000),
  name: line(reportBounds.name),
  maker: line(reportBounds.maker),
  madeOn: line(10),
  /** Either a link or one complete upload. */
  link: line(2_000),
  files: fileIds,
});
type Input = z.infer<typeof input>;

/** Services print who sent a text in on the first page of their report. */
const firstPart = 3_000;
const named = "This file has your name on its first page. The client knows you by your pen name only.";

/** Why a writer's file cannot be shown to the client as it is; null for files of admins, and for those without a text. */
async function namesWriter(ctx: Ctx, raw: unknown): Promise<Outcome<never> | null> {
  const sent = z.object({ files: input.shape.files }).safeParse(raw);
  if (writerIdOf(ctx.viewer) === null || !sent.success || sent.data.files.length === 0) return null;
  const read = await ownTexts(ctx, sent.data.files);
  if (!read.ok) return read;
  if (read.value.waiting) return wrong("files", "The file is still being checked. Try again in a moment.");
  const name = writerNameOf(ctx.viewer);
  const says = (text: string) => findContacts(text.slice(0, firstPart), name).some(({ kind }) => kind === "name");
  if (!read.value.files.some(({ text }) => says(text))) return null;
  return wrong("files", `${named} Make the report without your name, or ask Support to add it.`);
}

const wrong = (path: string, message: string) => invalid([{ path, message }], message);

/**
 * The writer of an order, or an admin, adds a report on the originality of a delivered version: a file or a link. It is
 * shown beside the work and judged by nobody here. Refuses signed-out, not-found (also for the client), conflict (no
 * final version, the order ended, or the version has as many as it takes) and invalid.
 */
export async function attachReport(ctx: Ctx, raw: unknown): Promise<Outcome<{ reportId: string }>> {
  return (await namesWriter(ctx, raw)) ?? attach(ctx, raw);
}

const attach = command<Input, { reportId: string }>("orders.attach-report", {
  input,
  run: async (work, asked) => {
    const locked = await lockForReport(work, asked.orderId);
    if (!locked.ok) return locked;
    const { order, actor } = locked.value;
    const version = and(eq(deliveries.orderId, order.id), eq(deliveries.number, asked.number));
    const [delivery] = await work.tx.select().from(deliveries).where(version);
    if (!delivery) return notFound();
    if (!delivery.final) return refuse("conflict", "A report belongs to a final version, and this is a draft.");
    if (!takesReports(order.status))
      return refuse("conflict", `The order is ${stageText(order)}, so no report can be added.`);
    const there = await reportsOf(work.tx, [delivery.id]);
    if (there.length >= reportBounds.perVersion)
      return refuse(
        "conflict",
        `This version has ${there.length} reports already, which is the most. Remove one first.`,
      );
    const link = readReport(asked, work);
    if (!link.ok) return link;
    const id = newId();
    const [name, maker] = [hideContacts(asked.name, work.viewer), hideContacts(asked.maker, work.viewer)];
    await work.tx.insert(originalityReports).values({
      id,
      deliveryId: delivery.id,
      name: name.text ?? "",
      maker: maker.text ?? "",
      madeOn: asked.madeOn,
      link: link.value,
      byKind: actor.kind === "A" ? "A" : "W",
      byId: actor.id,
      createdAt: work.now,
    });
    const attached = await attachFiles(work, { ids: asked.files, purpose: "report", subject: id });
    if (!attached.ok) return attached;
    for (const hidden of [name, maker]) await keepTyped(work, { orderId: order.id, actor, hidden });
    await note(work, { order, actor, action: "report", delivery: delivery.number });
    return done({ reportId: id });
  },
});

/** The link, or null for a file. Refuses what is missing or cannot be shown, each at its field. */
function readReport({ name, maker, madeOn, link, files }: Input, work: Work): Outcome<string | null> {
  const wrongs: { path: string; message: string }[] = [];
  const say = (path: string, message: string) => wrongs.push({ path, message });
  if (name === "") say("name", "Give the report a name.");
  if (maker === "") say("maker", "Name the service that made the report.");
  // Somewhere on earth it is tomorrow already.
  if (!isCalendarDate(madeOn)) say("madeOn", "Give the date of the report.");
  else if (madeOn > localOf(work.now, "Pacific/Kiritimati").date) say("madeOn", "This date is in the future.");
  if (files.length > 1) say("files", "Add one file. Add each report separately.");
  if (files.length > 0 && link !== "") say("link", "Add a file or a link, not both.");
  if (files.length === 0 && link === "") say("files", "Add the file of the report, or give a link to it.");
  const read = link === "" ? null : readReportLink(link);
  if (read && !read.ok) say("link", read.message);
  if (read?.ok && hidesSomething(read.link, work)) say("link", "This link has contact details or your name in it.");
  return wrongs.length > 0 ? invalid(wrongs) : done(read?.ok ? read.link : null);
}

const decoded = (link: string): string => {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
};

const hidesSomething = (link: string, { viewer }: Work): boolean =>
  [link, decoded(link)].some((text) => findContacts(text, writerNameOf(viewer)).length > 0);

/** The order, locked, for who may add reports to it and remove them. */
async function lockForReport(work: Work, orderId: string): Promise<Outcome<{ order: OrderRow; actor: Actor }>> {
  if (work.viewer.kind === "guest") return refuse("signed-out", "Sign in to do this.");
  const order = await loadOrder(work.tx, orderId, true);
  const actor = order && reporterFor(order, work.viewer);
  return order && actor ? done({ order, actor }) : notFound();
}

const removing = z.strictObject({ orderId: askedId, reportId: askedId });

/** Who added a report removes it with its file, or an admin does. Refuses signed-out and not-found. */
export const removeReport = command<z.infer<typeof removing>, { number: number }>("orders.remove-report", {
  input: removing,
  run: async (work, { orderId, reportId }) => {
    const locked = await lockForReport(work, orderId);
    if (!locked.ok) return locked;
    const { order, actor } = locked.value;
    const found = await reportOfOrder(work.tx, order.id, reportId);
    if (!found || !reporterFor(order, work.viewer, found.report)) return notFound();
    await dropReports(work, [found.report]);
    await note(work, { order, actor, action: "report-removed", delivery: found.delivery });
    return done({ number: found.delivery });
  },
});

type Noted = { order: OrderRow; actor: Actor; action: "report" | "report-removed"; delivery: number };

/** History, audit, open pages and, for a new report, the event. The client of a closed version reads of it later. */
async function note(work: Work, { order, actor, action, delivery }: Noted): Promise<void> {
  await saveLocked(work, order, {});
  await writeHistory(work, { order, action, to: order.status, actor, detail: { delivery } });
  work.audit({ action: `order.${action}`, subject: order.id, detail: { delivery } });
  if (action !== "report") return;
  const { number, clientId, writerId } = order;
  work.emit({
    name: "order.report-added" satisfies AnyOrderEventName,
    subject: order.id,
    payload: { number, clientId, writerId, delivery, by: actor.kind },
  });
}
