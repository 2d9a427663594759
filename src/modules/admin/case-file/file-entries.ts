import { supportToKeep, threadsToKeep } from "#src/modules/chat/index.server.ts";
import { type FileToKeep, filesToKeep } from "#src/modules/files/index.server.ts";
import { storableName } from "#src/modules/files/index.ts";
import { type AdminOrder, reportsOf } from "#src/modules/orders/index.server.ts";
import { csvText } from "#src/platform/documents/csv.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { type CaseEntry, textEntry } from "./entry.ts";
import type { CaseParts } from "./export-case-file.ts";

type Listed = readonly [path: string, name: string, attachedTo: string, missing: string];

async function* bytesOf(file: FileToKeep): AsyncGenerator<Uint8Array> {
  yield* await file.open();
}

/** The files of one folder, each listed with what it is attached to, or why it is missing. */
async function* folder(
  name: string,
  files: AsyncIterable<FileToKeep>,
  noted: Listed[],
  about: (file: FileToKeep) => string,
): AsyncGenerator<CaseEntry> {
  let number = 0;
  for await (const file of files) {
    number += 1;
    const path = `files/${name}/${String(number).padStart(3, "0")}-${storableName(file.name)}`;
    noted.push([file.missing === null ? path : "", file.name, about(file), file.missing ?? ""]);
    if (file.missing === null) yield { path, parts: bytesOf(file) };
  }
}

async function threadIds(ctx: Ctx, orderId: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of threadsToKeep(ctx, orderId)) ids.push(id);
  return ids;
}

/** Files that were sent to Support since the order was placed. */
async function sentToSupport(ctx: Ctx, { order }: AdminOrder, until: Date): Promise<string[]> {
  const ids: string[] = [];
  const asked = { personId: order.clientId, since: order.createdAt, until };
  for await (const { fileId } of supportToKeep(ctx, asked)) if (fileId) ids.push(fileId);
  return ids;
}

/** Every file of the case with its bytes, and a list of them at the end. */
export async function* fileEntries(
  ctx: Ctx,
  found: AdminOrder,
  { parts, until }: { parts: CaseParts; until: Date },
): AsyncGenerator<CaseEntry> {
  const { order, deliveries } = found;
  const noted: Listed[] = [];
  const numbers = new Map(deliveries.map(({ id, number }) => [id, number]));
  const at = (purpose: "order" | "delivery" | "report" | "thread" | "proof", subjects: readonly string[]) =>
    filesToKeep(ctx, { purpose, subjects });
  yield* folder("order", at("order", [order.id]), noted, () => "the order: brief, later additions, evidence");
  const handed = at(
    "delivery",
    deliveries.map(({ id }) => id),
  );
  yield* folder("versions", handed, noted, ({ subject }) => `version ${numbers.get(subject) ?? ""}`);
  const reports = await reportsOf(ctx.runtime.db, [...numbers.keys()]);
  const reportFiles = at(
    "report",
    reports.map(({ id }) => id),
  );
  yield* folder("reports", reportFiles, noted, ({ subject }) => `originality report ${subject}`);
  yield* folder("client-writer", at("thread", await threadIds(ctx, order.id)), noted, () => "client and writer");
  if (parts.transfers) yield* folder("transfers", at("proof", [order.id]), noted, () => "proof of a bank transfer");
  if (parts.support) {
    const only = await sentToSupport(ctx, found, until);
    const sent = filesToKeep(ctx, { purpose: "chat", subjects: [order.clientId], only });
    yield* folder("support", sent, noted, () => "client and Support");
  }
  yield textEntry("files/files.csv", csvText([["file", "name", "where it was", "why it is not here"], ...noted]));
}
