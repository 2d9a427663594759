import "#src/ui/styles/pages/transfer.css";
import { formatUsd, usdString } from "#src/shared/money.ts";
import { cx } from "#src/ui/class-names.ts";
import { CopyButton } from "#src/ui/copy-button.tsx";
import type { NextMoment } from "#src/ui/ending.tsx";
import { Notice } from "#src/ui/notice.tsx";
import type { TransferPage } from "../index.server.ts";
import { bareAccount, grouped, isIban } from "../index.ts";
import type { ShownCheckout } from "./shown-checkout.server.ts";

type Shown = Omit<TransferPage, "waitsUntil">;
type Row = { label: string; value: string; shown?: string; what: string; note?: string };

const rowsOf = ({ reference, missingCents, bank: { holder, account, bic, bank } }: Shown): readonly Row[] => {
  const rows: readonly Row[] = [
    {
      label: "Reference",
      value: reference,
      what: "the reference",
      note: "Write it on the transfer. We use it to find your money.",
    },
    {
      label: "Amount",
      value: usdString(missingCents),
      shown: formatUsd(missingCents),
      what: "the amount",
    },
    { label: "Account holder", value: holder, what: "the account holder" },
    isIban(account)
      ? { label: "IBAN", value: bareAccount(account), shown: grouped(account), what: "the IBAN" }
      : { label: "Account number", value: account, what: "the account number" },
    { label: "BIC", value: bic, what: "the BIC" },
    { label: "Bank", value: bank, what: "the name of the bank" },
  ];
  return rows.filter(({ value }) => value !== "");
};

const Received = ({ transfer: { receivedCents, missingCents } }: { transfer: Shown }) =>
  receivedCents === 0 ? null : (
    <Notice tone="warn" title={`${formatUsd(receivedCents)} has arrived. ${formatUsd(missingCents)} is missing.`}>
      Send the rest with the same reference. The work starts when all of it is here. If the rest does not come in time,
      we send back the part that arrived.
    </Notice>
  );

/** What is typed at the bank, each value with its own button to copy it; the reference first, because it is forgotten. */
export const TransferRows = ({ transfer }: { transfer: Shown }) => (
  <section aria-labelledby="bank">
    <Received transfer={transfer} />
    <h2 className={cx("t2 mb-4", transfer.receivedCents > 0 && "mt-8")} id="bank">
      Copy this into your bank
    </h2>
    <dl className="copyrows quiet-terms">
      {rowsOf(transfer).map(({ label, value, shown, what, note }) => (
        <div key={label} className={label === "Reference" ? "refrow" : undefined}>
          <dt>{label}</dt>
          <dd className="copyval">
            {shown ?? value}
            {note && <small>{note}</small>}
          </dd>
          <dd className="act">
            <CopyButton value={value} what={what} wide />
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

type Until = { day: string; time: string } | null;

const after: Readonly<Record<string, { title: string; text: string }>> = {
  second: { title: "The final version opens", text: "Your time to read it starts then." },
  change: { title: "The change is made", text: "Until then the order stays as it was." },
  tip: { title: "Your writer gets it", text: "All of it goes to your writer." },
};

/** From the transfer to the end of the wait, each moment with its time. */
export const momentsOf = (transfer: Shown, { deadline }: ShownCheckout, until: Until): NextMoment[] => [
  {
    when: "Today",
    title: transfer.announced ? "You sent the money" : "You send the money",
    text: "From any bank, in US dollars. Your bank may take a fee of its own.",
  },
  {
    when: "1 to 3",
    whenMore: "working days",
    title: "It arrives, and a person confirms it",
    text: "You get an e-mail and the receipt. If less arrives, you get an e-mail with the amount that is missing. If more arrives, the difference goes back.",
  },
  {
    when: "Then",
    ...(after[transfer.purpose] ?? {
      title: "The work starts",
      text: deadline ? `The deadline stays ${deadline}.` : "We choose a writer for your subject.",
    }),
  },
  ...(until
    ? [
        {
          when: until.day,
          whenMore: until.time,
          title: "If no money arrives by then",
          text: "The order is cancelled. Money that arrives later goes back to you.",
        },
      ]
    : []),
];
