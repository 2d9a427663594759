import { type KeptLine, revealHidden, supportToKeep, threadsToKeep } from "#src/modules/chat/index.server.ts";
import type { AdminOrder } from "#src/modules/orders/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { formatFullMoment, zoneLabel } from "#src/shared/zone.ts";
import { type CaseEntry, entryLine, heading, pageEnd, pageStart, paragraph, textEntry } from "./archive.ts";
import type { CaseParts } from "./export-case-file.ts";
import { briefEntry, consentEntry, disputeEntries, historyEntries, moneyEntries } from "./order-entries.ts";
import { fileEntries, versionEntries } from "./version-entries.ts";

type Made = { parts: CaseParts; by: string; now: Date; zone: string };

const leftOut = ({ transfers, support }: CaseParts): readonly string[] => [
  ...(transfers
    ? []
    : ["Proofs of bank transfers are not in this file, because the admin who downloaded it may not see them."]),
  ...(support
    ? []
    : ["The conversation with Support is not in this file, because the admin who downloaded it may not see chats."]),
  "Notes that admins write to each other are never in it.",
];

const readMe = ({ order, shown }: AdminOrder, { parts, by, now, zone }: Made): CaseEntry =>
  textEntry(
    "READ-ME.html",
    [
      pageStart(`Case file of order ${order.number}`),
      paragraph(`${order.title}. State: ${shown.text}.`),
      paragraph(
        `Downloaded by ${by}, ${formatFullMoment(now, zone)}. Times are in ${zoneLabel(zone, now)}, in CSV files UTC.`,
      ),
      heading("What is in it"),
      paragraph("brief.html, consents.html, history.html and audit.csv; dispute.html where there was one."),
      paragraph("versions: each delivered text with its learning pack, declaration of AI use and checklist."),
      paragraph("files: every file, with a list."),
      paragraph("conversations: client and writer, the client and Support. money: charges, payments and refunds."),
      paragraph("MANIFEST.csv has the size and the SHA-256 hash of every other file, so that a change can be seen."),
      heading("What is left out"),
      ...leftOut(parts).map(paragraph),
      pageEnd,
    ].join(""),
  );

/** Everything that is kept about an order, file by file, each read when the one before has gone out. */
export async function* caseEntries(ctx: Ctx, found: AdminOrder, made: Made): AsyncGenerator<CaseEntry> {
  const { parts, zone, now: until } = made;
  yield readMe(found, made);
  yield briefEntry(found, zone);
  yield consentEntry(found, zone);
  yield* historyEntries(ctx, found, zone);
  yield* disputeEntries(ctx, found, zone);
  yield* versionEntries(ctx, found);
  yield* threadEntries(ctx, found, zone);
  yield* hiddenEntries(ctx, found, zone);
  if (parts.support) yield* supportEntries(ctx, found, { zone, until });
  yield* moneyEntries(ctx, found.order.id);
  yield* fileEntries(ctx, found, { parts, until });
}

async function* linesPage(
  title: string,
  before: readonly string[],
  lines: AsyncIterable<KeptLine>,
  zone: string,
): AsyncGenerator<string> {
  yield pageStart(title);
  for (const text of before) yield paragraph(text);
  let many = 0;
  for await (const { at, from, text, fileName } of lines) {
    many += 1;
    yield entryLine(`${from}, ${formatFullMoment(at, zone)}`, text, fileName ? `With the file ${fileName}` : "");
  }
  yield paragraph(many === 1 ? "1 message." : `${many} messages.`);
  yield pageEnd;
}

const masked = "Contact details are hidden in these messages.";

/** What client and writer wrote to each other, a page for each writer. */
async function* threadEntries(ctx: Ctx, { order }: AdminOrder, zone: string): AsyncGenerator<CaseEntry> {
  let number = 0;
  for await (const { lines } of threadsToKeep(ctx, order.id)) {
    number += 1;
    const title = `Order ${order.number}: client and writer, conversation ${number}`;
    yield { path: `conversations/client-writer-${number}.html`, parts: linesPage(title, [masked], lines, zone) };
  }
}

/** Messages as they were typed: in a dispute alone, and the audit log keeps that they were read. */
async function* hiddenEntries(ctx: Ctx, { order }: AdminOrder, zone: string): AsyncGenerator<CaseEntry> {
  if (order.status !== "disputed") return;
  const hidden = await revealHidden(ctx, { orderId: order.id });
  if (!hidden.ok) return;
  const parts = [
    pageStart(`Order ${order.number}: messages as they were typed`),
    paragraph("The order is disputed, so what was hidden in messages of client and writer is in this file."),
    ...hidden.value.map(({ side, timestamp, text }) =>
      entryLine(`${side === "client" ? "Client" : "Writer"}, ${formatFullMoment(timestamp, zone)}`, text),
    ),
    pageEnd,
  ];
  yield { path: "conversations/as-typed.html", parts: readAll(parts) };
}

async function* readAll(parts: readonly string[]): AsyncGenerator<string> {
  yield* parts;
}

/** What the client and Support wrote from the placing of the order on. */
async function* supportEntries(
  ctx: Ctx,
  { order }: AdminOrder,
  { zone, until }: { zone: string; until: Date },
): AsyncGenerator<CaseEntry> {
  const lines = supportToKeep(ctx, { personId: order.clientId, since: order.createdAt, until });
  const before = [
    "A client has one conversation with Support for all orders. Here is what was written since this order was placed.",
  ];
  const title = `Order ${order.number}: client and Support`;
  yield { path: "conversations/support.html", parts: linesPage(title, before, lines, zone) };
}
