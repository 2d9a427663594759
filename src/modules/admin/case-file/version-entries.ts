import { createHash } from "node:crypto";
import { supportToKeep, threadsToKeep } from "#src/modules/chat/index.server.ts";
import { type FileToKeep, filesToKeep } from "#src/modules/files/index.server.ts";
import { storableName } from "#src/modules/files/index.ts";
import { type AdminOrder, reportsOf, type WorkText, workText } from "#src/modules/orders/index.server.ts";
import {
  aiUseText,
  answerLabels,
  comparedText,
  leftOutText,
  packParts,
  partLabels,
  versionLength,
} from "#src/modules/orders/index.ts";
import { csvText } from "#src/platform/documents/csv.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import {
  type CaseEntry,
  entryLine,
  facts,
  heading,
  pageEnd,
  pageStart,
  paragraph,
  prose,
  textEntry,
} from "./archive.ts";
import type { CaseParts } from "./export-case-file.ts";

const yesOr = (value: boolean): string => (value ? "yes" : "not said");

const declared = ({ declaration }: WorkText): string =>
  declaration
    ? facts({
        "AI tools": aiUseText(declaration),
        "Every source exists and was read": yesOr(declaration.sourcesRead),
        "Written only for this order": yesOr(declaration.ownWork),
      })
    : paragraph("Nothing was declared with this version.");

const ticks = (checklist: readonly string[], { ticked }: WorkText): string =>
  checklist.length === 0
    ? paragraph("The order has none.")
    : checklist.map((point, at) => entryLine(ticked.includes(at) ? "Ticked" : "Open", point)).join("");

const counted = ({ counted: found }: WorkText): string =>
  found
    ? [
        ...found.compared.map(comparedText),
        versionLength({ counted: found, words: 0 }) ?? "",
        leftOutText(found) && `Not counted: ${leftOutText(found)}.`,
        found.reason && `The writer's reason: ${found.reason}`,
      ]
        .flatMap((value) => (value ? [paragraph(value)] : []))
        .join("")
    : paragraph("Nothing was counted in this version.");

const answered = ({ answers }: WorkText): readonly string[] =>
  answers && answers.length > 0
    ? [
        heading("Answers to the points of the revision"),
        ...answers.map(({ point, kind, text }) =>
          entryLine(point, text || null, kind ? answerLabels[kind] : "No answer"),
        ),
      ]
    : [];

const learned = ({ pack }: WorkText): readonly string[] => {
  const parts = packParts.flatMap((part) => (pack?.[part] ? [heading(partLabels[part]), prose(pack[part])] : []));
  return [heading("Learning pack"), ...(parts.length > 0 ? parts : [paragraph("None.")])];
};

const reported = ({ reports }: WorkText): readonly string[] => [
  heading("Originality reports, as they were added"),
  ...(reports.length === 0 ? [paragraph("None.")] : []),
  ...reports.map(({ id, name, maker, madeOn, link, byKind, createdAt }) =>
    entryLine(
      `${name}, made by ${maker} on ${madeOn}`,
      link ?? `File: see files.csv, report ${id}`,
      `Added by ${byKind === "W" ? "the writer" : "an admin"}, ${createdAt.toISOString()}`,
    ),
  ),
];

/** What a writer handed over beside the work itself, as the client reads it. */
const deliveryDetails = ({ number, checklist }: AdminOrder["order"], work: WorkText): string =>
  [
    pageStart(`Order ${number}, version ${work.number}: what came with it`),
    heading("Declaration of AI use and of sources"),
    declared(work),
    heading("Acceptance checklist"),
    ticks(checklist, work),
    heading("Counted and promised"),
    counted(work),
    ...answered(work),
    ...learned(work),
    ...reported(work),
    pageEnd,
  ].join("");

/** Each version as it was handed over, and a list of them. */
export async function* versionEntries(ctx: Ctx, { order, deliveries }: AdminOrder): AsyncGenerator<CaseEntry> {
  const head = [
    "version",
    "final",
    "words",
    "by",
    "handed over (UTC)",
    "opened by the client (UTC)",
    "note",
    "file",
    "sha-256",
    "came along",
  ];
  const lines: (string | number | null)[][] = [];
  for (const one of deliveries) {
    const text = await workText(ctx, { orderId: order.id, number: one.number });
    if (!text.ok) throw new Error(`Version ${one.number} of an order cannot be read: ${text.code}`);
    const path = `versions/${one.number}-${one.final ? "final" : "draft"}.txt`;
    const opened = one.openedAt?.toISOString() ?? null;
    const by = one.by === "W" ? "writer" : "admin";
    const hash = createHash("sha256").update(text.value.text).digest("hex");
    const facts = [one.number, one.final ? "yes" : "no", one.words, by, one.at.toISOString(), opened, one.note];
    const detailsPath = `versions/${one.number}-delivery-details.html`;
    lines.push([...facts, path, hash, detailsPath]);
    yield textEntry(path, text.value.text);
    yield textEntry(detailsPath, deliveryDetails(order, text.value));
  }
  yield textEntry("versions/versions.csv", csvText([head, ...lines]));
}

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
