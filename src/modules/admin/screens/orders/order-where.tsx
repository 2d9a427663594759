import { balancesOf, moneyAfter } from "#src/modules/payments/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import type { OrderPageData } from "./order.server.ts";
import { MoneyRows } from "./order-money-sentences.tsx";

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
