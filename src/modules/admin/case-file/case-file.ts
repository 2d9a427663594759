import type { AdminOrder } from "#src/modules/orders/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { formatFullMoment, zoneLabel } from "#src/shared/zone.ts";
import { type CaseEntry, heading, pageEnd, pageStart, paragraph, textEntry } from "./archive.ts";
import type { CaseParts } from "./export-case-file.ts";
import { briefEntry, consentEntry, disputeEntries, historyEntries, moneyEntries } from "./order-entries.ts";
import { hiddenEntries, supportEntries, threadEntries } from "./talk-entries.ts";
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
