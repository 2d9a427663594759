import { balancesOf, moneyAfter, outcomeOf } from "#src/modules/payments/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { nearMoment } from "#src/shared/zone.ts";
import { Money } from "#src/ui/table.tsx";
import type { OrderPageData } from "./order.server.ts";

type Row = { label: string; cents: number; why: string };

/** Of everything that was received for the order, which part is where; refunds that are under way count as sent. */
const rowsOf = ({ past }: OrderPageData["books"], shown: OrderPageData): readonly Row[] => {
  const { client, writer, operator, held } = moneyAfter([], shown.books);
  const { payouts, fees } = balancesOf(past);
  const waits = client - shown.money.refundedCents;
  return [
    {
      label: "Client",
      cents: client,
      why: waits > 0 ? `sent back; ${formatUsd(waits)} of it is on its way` : "sent back",
    },
    {
      label: "Writer",
      cents: writer,
      why: payouts > 0 ? `${formatUsd(payouts)} of it is paid out` : "not paid out yet",
    },
    { label: "Operator", cents: operator, why: fees > 0 ? `${formatUsd(fees)} of it went to the provider` : "" },
    { label: "Held", cents: held, why: "until the order ends" },
  ];
};

/** Where each dollar of the order is, once it is no longer all held. Tips are not the order's. */
export const WhereItIs = ({ shown }: { shown: OrderPageData }) => {
  const rows = rowsOf(shown.books, shown).filter(({ cents }) => cents !== 0);
  if (!rows.some(({ label }) => label !== "Held")) return null;
  const all = rows.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <>
      <h3 className="label mt-5 mb-1">{`Where the ${formatUsd(all)} is now`}</h3>
      <MoneyRows rows={rows} className="part3" />
    </>
  );
};

type Time = { now: Date; zone: string };

/** What came last and how: "Card, today, 19:22". */
const lastPayment = ({ payments }: OrderPageData["money"], { now, zone }: Time): string | null => {
  const last = payments.at(-1);
  return last ? `${last.method}, ${nearMoment(last.at, zone, now)}` : null;
};

type Sentence = { label: string; cents: number; why: string | null };

/** What cancelling now would do, in the words of an admin. */
const ifCancelled = ({ previews, order, books }: OrderPageData): Sentence | null => {
  const seen = previews?.client.admin;
  if (!seen || order.confirmedAt === null) return null;
  const { back, writer } = outcomeOf([seen.money], books, false);
  const left = order.writerName && `${order.writerName} gets ${writer > 0 ? formatUsd(writer) : "nothing"}.`;
  return {
    label: "If you cancel it now",
    cents: back,
    why: [`back to the client. ${seen.rule}`, left].filter(Boolean).join(" "),
  };
};

/** Three sentences, each with a sum: what is held, what becomes of it at the end, and when it is cancelled now. */
const sentencesOf = (shown: OrderPageData, time: Time): readonly Sentence[] => {
  const { money, ledger, order, books } = shown;
  const held = ledger.balances.held ?? 0;
  const stands = outcomeOf([], books, order.releasedAt !== null);
  const share = order.writerShare === null ? "" : `, ${order.writerShare}% of the price`;
  const cancelled = ifCancelled(shown);
  return [
    {
      label: held > 0 ? "Held for this order" : "Paid",
      cents: held > 0 ? held : money.paidCents,
      why: lastPayment(money, time),
    },
    ...(money.refundedCents > 0 ? [{ label: "Went back to the client", cents: money.refundedCents, why: null }] : []),
    ...(held > 0 && order.writerName && order.writerShare !== null
      ? [
          {
            label: "When it is finished",
            cents: stands.writer,
            why: `to ${order.writerName}${share}. We keep ${formatUsd(stands.operator)}.`,
          },
        ]
      : []),
    ...(cancelled ? [cancelled] : []),
  ];
};

type MoneyRow = { label: string; cents: number; why: string | null };

/** Sums below each other, each with its name and, where there is one, its reason. */
const MoneyRows = ({ rows, className }: { rows: readonly MoneyRow[]; className: string }) => (
  <dl className={className}>
    {rows.map(({ label, cents, why }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <Money cents={cents} />
        </dd>
        {why && <dd className="why">{why}</dd>}
      </div>
    ))}
  </dl>
);

/** The figures that are asked for first. */
export const MoneySentences = ({ shown, time }: { shown: OrderPageData; time: Time }) => (
  <MoneyRows rows={sentencesOf(shown, time)} className="money-rows" />
);
