import { requireFactor, requirePerson } from "#src/modules/accounts/index.server.ts";
import { brandIcon } from "#src/modules/operator/index.server.ts";
import { openConcurrencyLimit } from "#src/platform/calls-at-once.ts";
import type { DocumentText } from "#src/platform/documents/blocks.ts";
import { csvText, dollars } from "#src/platform/documents/csv.ts";
import { pdfOf } from "#src/platform/documents/pdf.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { fileToKeep, orPage } from "#src/platform/respond.ts";
import { formatUsd } from "#src/shared/money.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import type { Route } from "./+types/statement-file.ts";
import { type ShownLine, type ShownStatement, shownStatement } from "./earnings.server.ts";
import { periodCsv, periodStatement, periodText } from "./statement-of-period.ts";

/** Of one person: a long statement takes seconds of the processor. */
const atOnce = openConcurrencyLimit(2);
const busy = () =>
  refuse("too-many", "Other files of yours are still being made. Wait for them, then try again.", { retryAfter: 5 });

const head = ["Order", "Title", "State", "Price USD", "Share %", "Held USD", "Earned USD", "Paid out USD"];

const cellsOf = (line: ShownLine) => [
  line.number,
  line.title,
  line.shown.text,
  line.priceCents === null ? null : dollars(line.priceCents),
  line.share,
  dollars(line.heldCents),
  dollars(line.earnedCents),
  dollars(line.paidOutCents),
];

const sumsOf = ({ heldCents, earnedCents, paidOutCents }: ShownStatement) => [
  ...["Sum", "", "", "", ""],
  ...[dollars(heldCents), dollars(earnedCents), dollars(paidOutCents)],
];

const lineText = (line: ShownLine, cents: number): string =>
  `${line.number}  ${formatUsd(cents)}  ${line.title}${line.share === null ? "" : `, ${line.share}% of ${formatUsd(line.priceCents ?? 0)}`}`;

const partOf = (title: string, sum: number, lines: readonly ShownLine[], of: (line: ShownLine) => number) => [
  { kind: "heading" as const, text: `${title}: ${formatUsd(sum)}` },
  {
    kind: "paragraph" as const,
    text: lines.length === 0 ? "None." : lines.map((line) => lineText(line, of(line))).join("\n"),
  },
];

const statementText = (shown: ShownStatement, name: string): DocumentText => ({
  title: "Statement of earnings",
  notes: [name, shown.now],
  blocks: [
    ...partOf("Held", shown.heldCents, shown.held, (line) => line.heldCents),
    ...partOf("Earned", shown.earnedCents, shown.earned, (line) => line.earnedCents),
    ...partOf("Paid out", shown.paidOutCents, shown.paidOut, (line) => line.paidOutCents),
  ],
  author: shown.shop,
});

const ofAllTime = (shown: ShownStatement, name: string) => ({
  csv: () => csvText([head, ...shown.lines.map(cellsOf), sumsOf(shown)]),
  text: () => statementText(shown, name),
});

const csv = { type: "text/csv; charset=utf-8", name: "statement.csv" };

/** The viewer's statement as a writer, as CSV or PDF: the lines and sums of the page, or what moved in a period. */
export async function loader({ context, request, params: { file } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireFactor(requirePerson(ctx, request), request);
  const moved = await periodStatement(ctx, request);
  const made = moved
    ? { csv: () => periodCsv(moved), text: () => periodText(moved, person.name) }
    : ofAllTime(await shownStatement(ctx, request), person.name);
  if (file === csv.name) return fileToKeep(made.csv(), csv);
  if (file !== "statement.pdf") throw new Response(null, { status: 404 });
  const text = made.text();
  const make = async () => done({ bytes: await pdfOf(text, await brandIcon(ctx.runtime)) });
  const { bytes } = orPage((await atOnce(person.id, make)) ?? busy(), request);
  return fileToKeep(bytes, { type: "application/pdf", name: file });
}
