import { createHash } from "node:crypto";
import { type AdminOrder, type WorkText, workText } from "#src/modules/orders/index.server.ts";
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
import { type CaseEntry, textEntry } from "./entry.ts";
import { facts, heading, pageEnd, pageStart, paragraph, prose, saidLine } from "./html.ts";

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
    : checklist.map((point, at) => saidLine(ticked.includes(at) ? "Ticked" : "Open", point)).join("");

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
          saidLine(point, text || null, kind ? answerLabels[kind] : "No answer"),
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
    saidLine(
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
