import { formatUsd } from "#src/shared/money.ts";
import { TagMark } from "#src/ui/status.tsx";
import { Wordmark } from "#src/ui/wordmark.tsx";
import type { ReceiptPage } from "../index.server.ts";
import { shortfallLabel } from "../index.ts";

type Payment = Omit<ReceiptPage["payments"][number], "at"> & { at: string };

export type ReceiptShown = Omit<ReceiptPage, "paidAt" | "deadlineZone" | "payments"> & {
  /** In words, with its zone; null in the preview before the payment. */
  date: string | null;
  /** None in the preview. */
  payments: readonly Payment[];
  shop: { name: string; address: string; email: string };
};

type Bought = Pick<ReceiptShown, "lines" | "priceCents" | "discount" | "shortfallCents" | "totalCents">;

const amount = (cents: number): string => (cents === 0 ? "no change" : formatUsd(cents));

const Lines = ({ lines, priceCents, discount, shortfallCents, totalCents }: Bought) => (
  <table>
    <caption className="vh">How the price was calculated</caption>
    <tbody>
      {lines.map(({ label, detail, cents }) => (
        <tr key={label}>
          <td>
            {label}
            {detail && cents !== 0 && <small>{detail}</small>}
          </td>
          <td {...(cents !== 0 && { translate: "no" as const })}>{amount(cents)}</td>
        </tr>
      ))}
    </tbody>
    {discount && (
      <tbody>
        <tr>
          <td>Price</td>
          <td translate="no">{formatUsd(priceCents)}</td>
        </tr>
        <tr>
          <td>
            {`Code ${discount.code}`}
            <small>{discount.why}</small>
          </td>
          <td translate="no">{formatUsd(discount.cents)}</td>
        </tr>
      </tbody>
    )}
    {shortfallCents > 0 && (
      <tbody>
        <tr>
          <td>{shortfallLabel}</td>
          <td translate="no">{formatUsd(-shortfallCents)}</td>
        </tr>
      </tbody>
    )}
    <tfoot>
      <tr>
        <th scope="row">Total, USD</th>
        <td translate="no">{formatUsd(totalCents)}</td>
      </tr>
    </tfoot>
  </table>
);

/** One payment needs a line; more of them say what each was for, and what is still open. */
const Payments = ({ payments, openCents }: Pick<ReceiptShown, "payments" | "openCents">) => {
  const [only] = payments;
  if (payments.length === 1 && only && openCents === 0) return <p>{`Paid with: ${only.method}`}</p>;
  if (payments.length === 0) return null;
  return (
    <table className="mt-4">
      <caption className="vh">What was paid</caption>
      <tbody>
        {payments.map(({ label, number, cents, method, at }) => (
          <tr key={number ?? at}>
            <td>
              {label}
              <small>
                {[method, at].filter(Boolean).join(", ")}
                {number && <span className="whitespace-nowrap">{`, ${number}`}</span>}
              </small>
            </td>
            <td translate="no">{formatUsd(cents)}</td>
          </tr>
        ))}
        {openCents > 0 && (
          <tr>
            <td>Due on delivery</td>
            <td translate="no">{formatUsd(openCents)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
};

/** One page to keep or to print: who sold what to whom, the arithmetic, the total, how it was paid. */
export const ReceiptSheet = ({ receipt }: { receipt: ReceiptShown }) => {
  const { shop, client, number, date, title, serviceName, tax, taxNumber, refundedCents, test } = receipt;
  return (
    <div className="receipt border border-rule-strong bg-sheet p-7 text-(length:--text-sm) leading-5 max-[480px]:p-5">
      <div className="flex items-start justify-between border-b border-ink pb-4">
        <Wordmark name={shop.name} />
        <div className="text-right">
          <b className="block font-serif text-[1.125rem]/6 font-medium normal-nums">
            Receipt{" "}
            <span className="whitespace-nowrap" translate="no">
              {receipt.receiptNumber ?? number}
            </span>
          </b>
          {date === null && <span className="font-semibold text-warn">Not paid yet</span>}
          {test && <TagMark>test order, no real money</TagMark>}
        </div>
      </div>
      <dl className="grid grid-cols-[2fr_1.2fr_0.6fr] gap-3 py-4 max-[480px]:grid-cols-[1fr_1fr]">
        <div>
          <dt>Bill to</dt>
          <dd>
            {client.name}
            <br />
            <span className="break-all">{client.email}</span>
          </dd>
        </div>
        <div>
          <dt>Paid on</dt>
          <dd>{date ?? "Not paid yet"}</dd>
        </div>
        <div>
          <dt>Order</dt>
          <dd translate="no">{number}</dd>
        </div>
      </dl>
      <p className="mb-4">{[serviceName, title].filter(Boolean).join(": ")}</p>
      <Lines {...receipt} />
      <p>{tax}</p>
      <Payments payments={receipt.payments} openCents={receipt.openCents} />
      {refundedCents > 0 && (
        <p>
          {`Refunded since, or to be refunded: ${formatUsd(refundedCents)}`}
          {receipt.creditNotes.length > 0 && ` (${receipt.creditNotes.join(", ")})`}
        </p>
      )}
      <p>
        {shop.name}
        {shop.address && `, ${shop.address}`}
        {shop.email && `, ${shop.email}`}
        {taxNumber && `, tax number ${taxNumber}`}
      </p>
    </div>
  );
};
