import { findPeople } from "#src/modules/accounts/index.server.ts";
import { type AdminOrder, type HistoryRow, historyToKeep } from "#src/modules/orders/index.server.ts";
import { briefRows, type EntryName, historyEntry } from "#src/modules/orders/index.ts";
import { attemptsOfOrder, ledgerOfOrder, moneyForOrder } from "#src/modules/payments/index.server.ts";
import { accountLabels, ledgerLabels } from "#src/modules/payments/index.ts";
import { breakdownLines } from "#src/modules/pricing/index.screens.ts";
import { csvText, dollars } from "#src/platform/documents/csv.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { countryName } from "#src/shared/countries.ts";
import { formatUsd } from "#src/shared/money.ts";
import type { Outcome } from "#src/shared/outcome.ts";
import { formatFullMoment } from "#src/shared/zone.ts";
import { sentenceOf } from "../domain/order-sentences.ts";
import { auditCsv } from "../queries/audit-list.ts";
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

const moment = (at: Date | null, zone: string): string | null => at && formatFullMoment(at, zone);

/** What was ordered, as it was written, and how the price came about. */
export const briefEntry = ({ order, quote }: AdminOrder, zone: string): CaseEntry => {
  const priced = order.snapshot ? breakdownLines(order.snapshot.result) : [];
  const lines = Object.fromEntries(priced.map(({ label, cents }) => [label, formatUsd(cents ?? 0)]));
  const text = [
    pageStart(`Order ${order.number}: the brief`),
    facts({
      Title: order.title,
      Client: `${order.clientName}, ${order.clientEmail}`,
      Writer: order.writerName,
      Service: order.service,
      Subject: order.subject,
      ...Object.fromEntries(briefRows(order, "admin")),
      "Deadline as typed": [order.deadlineDate, order.deadlineTime, order.deadlineZone].filter(Boolean).join(", "),
      Deadline: moment(order.deadline, zone),
      "Revision due": order.revisionDueAt && moment(order.revisionDueAt, zone),
      Placed: moment(order.createdAt, zone),
    }),
    heading("Instructions"),
    prose(order.instructions || "None were written."),
    ...(order.checklist.length > 0 ? [heading("Acceptance checklist"), ...order.checklist.map(prose)] : []),
    heading("Price"),
    facts({ ...lines, Total: order.priceCents === null ? "none yet" : formatUsd(order.priceCents) }),
    ...(quote ? [entryLine(`Quote ${quote.version}, ${formatUsd(quote.cents)}`, quote.scope)] : []),
    pageEnd,
  ];
  return textEntry("brief.html", text.join(""));
};

/** What was agreed to when ordering, and when. */
export const consentEntry = ({ order }: AdminOrder, zone: string): CaseEntry =>
  textEntry(
    "consents.html",
    [
      pageStart(`Order ${order.number}: what was agreed to`),
      facts({
        "Terms of service": `version ${order.termsVersion}`,
        "Fair-use promise": `version ${order.fairUseVersion}`,
        ...(order.privacyVersion && { "Privacy policy": `version ${order.privacyVersion}` }),
        "Agreed on": moment(order.consentedAt, zone),
        "Network address when agreeing": order.consentAddress,
        Country: countryName(order.country),
      }),
      pageEnd,
    ].join(""),
  );

const partNames: Readonly<Record<HistoryRow["actorKind"], string>> = {
  ...{ C: "The client", W: "The writer", A: "An admin", S: "" },
};

async function whoDid(ctx: Ctx, { actorKind, actorId }: HistoryRow): Promise<string | null> {
  if (actorKind === "S") return null;
  const person = actorKind === "A" ? (await findPeople(ctx.runtime.db, [actorId])).get(actorId) : undefined;
  return person?.name ?? partNames[actorKind];
}

async function* historyPage(ctx: Ctx, { order }: AdminOrder, zone: string): AsyncGenerator<string> {
  yield pageStart(`Order ${order.number}: history`);
  let many = 0;
  for await (const row of historyToKeep(ctx, order.id)) {
    many += 1;
    const { who, text } = sentenceOf(row, await whoDid(ctx, row));
    const sentence = who ? `${who}${text.startsWith(":") ? "" : " "}${text}` : text;
    yield entryLine(`${formatFullMoment(row.at, zone)}: ${sentence}`, row.text);
  }
  yield paragraph(many === 1 ? "1 entry." : `${many} entries.`);
  yield pageEnd;
}

/** All that happened, in sentences with the words of who did it, and the audit trail as CSV. */
export async function* historyEntries(ctx: Ctx, found: AdminOrder, zone: string): AsyncGenerator<CaseEntry> {
  yield { path: "history.html", parts: historyPage(ctx, found, zone) };
  const ask = { who: "", what: "", from: "", to: "", order: found.order.number, older: "", newer: "" };
  yield { path: "audit.csv", parts: auditCsv(ctx, ask, zone) };
}

const ofDisputes: readonly EntryName[] = [
  "open-dispute",
  "answer-dispute",
  "decide-complete",
  "decide-refund",
  "decide-resume",
  "decide-reassign",
  "accept-decision",
  "appeal-decision",
  "complete-decided",
  "refund-decided",
  "resume-decided",
  "reassign-decided",
  "refund-undecided",
];

/** Claim, answers, decision and appeal, where there was a dispute. */
export async function* disputeEntries(ctx: Ctx, found: AdminOrder, zone: string): AsyncGenerator<CaseEntry> {
  const { order, dispute } = found;
  if (!order.dispute && !order.disputedAt) return;
  const lines: string[] = [];
  for await (const row of historyToKeep(ctx, order.id)) {
    if (!ofDisputes.includes(row.action)) continue;
    const who = (await whoDid(ctx, row)) ?? "Automatic";
    lines.push(entryLine(`${historyEntry(row.action).title}: ${who}, ${formatFullMoment(row.at, zone)}`, row.text));
  }
  const steps = dispute.map(({ title, at, note }) =>
    entryLine(at ? `${title}, ${formatFullMoment(at, zone)}` : title, null, note),
  );
  const text = [
    pageStart(`Order ${order.number}: dispute`),
    paragraph("Files that were given as evidence are in files/order."),
    ...lines,
    ...(steps.length > 0 ? [heading("State of the order"), ...steps] : []),
    pageEnd,
  ];
  yield textEntry("dispute.html", text.join(""));
}

const must = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(`The money of an order cannot be read: ${outcome.code}`);
  return outcome.value;
};
const instant = (at: Date | null): string => at?.toISOString() ?? "";

/** What was owed, tried, received, sent back, and each line of the ledger, as CSV. */
export async function* moneyEntries(ctx: Ctx, orderId: string): AsyncGenerator<CaseEntry> {
  const money = must(await moneyForOrder(ctx, { orderId }));
  yield textEntry(
    "money/charges.csv",
    csvText([
      ["id", "time (UTC)", "purpose", "amount", "currency", "state"],
      ...money.charges.map(({ id, at, purpose, cents, currency, state }) => [
        ...[id, instant(at), purpose, dollars(cents), currency, state],
      ]),
    ]),
  );
  yield textEntry(
    "money/attempts.csv",
    csvText([
      ["id", "charge", "provider", "state", "amount", "currency", "started (UTC)", "ended (UTC)", "reference"],
      ...must(await attemptsOfOrder(ctx, { orderId })).map((one) => [
        ...[one.id, one.chargeId, one.provider, one.state, dollars(one.cents), one.currency],
        ...[instant(one.startedAt), instant(one.endedAt), one.reference],
      ]),
    ]),
  );
  yield textEntry(
    "money/payments.csv",
    csvText([
      ["id", "time (UTC)", "method", "amount", "currency", "taken as"],
      ...money.payments.map(({ id, at, method, cents, currency, verdict }) => [
        ...[id, instant(at), method, dollars(cents), currency, verdict],
      ]),
    ]),
  );
  yield textEntry(
    "money/refunds.csv",
    csvText([
      ["id", "asked (UTC)", "ended (UTC)", "amount", "currency", "state", "reason", "error"],
      ...money.refunds.map((one) => [
        ...[one.id, instant(one.askedAt), instant(one.sentAt), dollars(one.cents), one.currency, one.state],
        ...[one.reason, one.error],
      ]),
    ]),
  );
  const { lines } = must(await ledgerOfOrder(ctx, { orderId }));
  yield textEntry(
    "money/ledger.csv",
    csvText([
      ["transaction", "time (UTC)", "kind", "account", "amount", "currency"],
      ...lines.flatMap(({ id, at, kind, postings }) =>
        postings.map(({ account, cents }) => [
          id,
          instant(at),
          ledgerLabels[kind],
          accountLabels[account],
          dollars(cents),
          "USD",
        ]),
      ),
    ]),
  );
}
