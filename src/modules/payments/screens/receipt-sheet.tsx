import { formatUsd } from "#src/shared/money.ts";
import { TagMark } from "#src/ui/status.tsx";
import { Wordmark } from "#src/ui/wordmark.tsx";
import type { ReceiptPage } from "../index.server.ts";

export type ReceiptShown = Omit<ReceiptPage, "paidAt" | "deadlineZone" | "method"> & {
  /** In words, with its zone; null in the preview before the payment. */
  date: string | null;
  method: string | null;
  shop: { name: string; address: string; email: string };
};

const amount = (cents: number): string => (cents === 0 ? "no change" : formatUsd(cents));

const Lines = ({ lines, totalCents }: Pick<ReceiptShown, "lines" | "totalCents">) => (
  <table>
    <caption className="vh">How the price came about</caption>
    <tbody>
      {lines.map(({ label, detail, cents }) => (
        <tr key={label}>
          <td>
            {label}
            {detail && cents !== 0 && <small>{detail}</small>}
          </td>
          <td>{amount(cents)}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">Total, USD</th>
        <td>{formatUsd(totalCents)}</td>
      </tr>
    </tfoot>
  </table>
);

/** One page to keep or to print: who sold what to whom, the arithmetic, the total, how it was paid. */
export const ReceiptSheet = ({ receipt }: { receipt: ReceiptShown }) => {
  const { shop, client, number, date, title, method, tax, taxNumber, refundedCents, test } = receipt;
  return (
    <div className="receipt">
      <div className="receipt-top">
        <Wordmark name={shop.name} />
        <div>
          <b>{`Receipt ${receipt.receiptNumber ?? number}`}</b>
          {date === null && <span>Not paid yet</span>}
          {test && <TagMark>test order, no real money</TagMark>}
        </div>
      </div>
      <dl className="receipt-meta">
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
          <dd>{number}</dd>
        </div>
      </dl>
      <p className="mb-4">{title}</p>
      <Lines lines={receipt.lines} totalCents={receipt.totalCents} />
      <p>{tax}</p>
      {method && <p>{`Paid with: ${method}`}</p>}
      {refundedCents > 0 && (
        <p>
          {`Given back or promised back since: ${formatUsd(refundedCents)}`}
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
