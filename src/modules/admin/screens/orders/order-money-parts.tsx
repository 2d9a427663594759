import { FileList } from "#src/modules/files/index.screens.ts";
import { arrivedText, balancesOf, grouped, moneyAfter, outcomeOf } from "#src/modules/payments/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { nearMoment } from "#src/shared/zone.ts";
import { TermList } from "#src/ui/reading.tsx";
import { Money } from "#src/ui/table.tsx";
import type { OrderPageData } from "./order.server.ts";
import { Part } from "./refund-forms.tsx";
import { type Asks, Line, StepForm } from "./step-form.tsx";

type Props = { shown: OrderPageData; asks: Asks };

const waitsForMoney: readonly string[] = ["pending", "quoted"];

/** Over the limit: another admin than the one who entered it looks at the statement, too. */
const Waiting = ({ shown: { transfers }, asks }: Props) =>
  transfers?.waiting.map(({ id, cents, bankReference, receivedOn, by, own }) => (
    <div key={id} className="stack mt-5 [--gap:12px]">
      <p>
        <b className="block">
          A transfer of <Money cents={cents} /> waits for a second admin
        </b>
        <span className="small muted wrap-anywhere">{`${bankReference}, ${receivedOn}, entered by ${by}`}</span>
      </p>
      <div className="row [--gap:12px]">
        {!own && (
          <StepForm {...asks} step="confirm-entered" label={`I saw ${formatUsd(cents)} on the statement`}>
            <input type="hidden" name="confirm-entered.receiptId" value={id} />
          </StepForm>
        )}
        <StepForm {...asks} step="drop-entered" label="Entered by mistake" variant="outline">
          <input type="hidden" name="drop-entered.receiptId" value={id} />
        </StepForm>
      </div>
    </div>
  ));

/** A transfer that is a little short: what came is accepted as the whole, and the operator pays the rest. */
const Short = ({ shown: { transfers, money, ruledByMoney }, asks }: Props) => {
  const { arrived } = money;
  const missing = arrived ? arrived.ofCents - arrived.cents : 0;
  if (!arrived) return null;
  return (
    <div className="stack mt-5 [--gap:12px]">
      <p>
        <b className="block" translate="no">
          {arrivedText(arrived)}
        </b>
        <span className="small muted">{`${formatUsd(missing)} is missing. We asked the client for it.`}</span>
      </p>
      {ruledByMoney && missing <= (transfers?.shortfallCents ?? 0) && (
        <StepForm
          {...asks}
          step="accept-shortfall"
          label={`Accept ${formatUsd(arrived.cents)} as paid`}
          variant="outline"
        >
          <p className="small muted">{`We pay the missing ${formatUsd(missing)}. The writer’s share stays the same.`}</p>
          <input type="hidden" name="accept-shortfall.seenCents" value={missing} />
        </StepForm>
      )}
    </div>
  );
};

/** Money that comes by transfer when nothing is open any more is noted as well, and goes back. */
const Late = ({ asks }: Pick<Props, "asks">) => (
  <details className="mt-4" open={asks.refused?.step === "late-transfer"}>
    <summary className="small fold-link">Another transfer arrived</summary>
    <StepForm {...asks} step="late-transfer" label="Record it and send it back" variant="outline">
      <Line {...asks} step="late-transfer" name="cents" label="Amount in US dollars" inputMode="decimal" />
      <Line {...asks} step="late-transfer" name="reference" label="Reference on the bank statement" />
      <Line {...asks} step="late-transfer" name="receivedOn" label="Day on the statement" type="date" optional />
    </StepForm>
  </details>
);

/** Bank transfers of the order: the details sent to the client, the proof, what was read on the statement. */
export const OrderTransfers = ({ shown, asks }: Props) => {
  const { transfers, order } = shown;
  if (!transfers || (transfers.reference === null && transfers.proofFiles.length === 0)) return null;
  return (
    <>
      <h3 className="label mt-5 mb-1">Bank transfer</h3>
      <TermList
        small
        terms={[
          { key: "reference", term: "Reference", value: transfers.reference ?? "none" },
          ...transfers.confirmed.map(({ id, cents, bankReference, receivedOn }) => ({
            key: id,
            term: `${receivedOn}, ${bankReference}`,
            value: <Money cents={cents} />,
          })),
        ]}
      />
      <FileList files={transfers.proofFiles} label="Proof of payment" />
      <Short shown={shown} asks={asks} />
      <Waiting shown={shown} asks={asks} />
      {!waitsForMoney.includes(order.status) && <Late asks={asks} />}
    </>
  );
};

/** Where the client wants the money; deleted when it is sent. */
export const SendTo = ({ account }: { account: OrderPageData["money"]["refunds"][number]["account"] }) =>
  account ? (
    <TermList
      small
      terms={[
        { key: "holder", term: "Account holder", value: account.holder },
        { key: "account", term: "Account", value: grouped(account.account) },
        { key: "bank", term: "Bank", value: account.bank },
      ]}
    />
  ) : (
    <p className="soft">We asked the client for an account, and have no answer yet.</p>
  );

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
      <dl>
        {rows.map(({ label, cents, why }) => (
          <Part key={label} who={label} sum={<Money cents={cents} />} why={why} />
        ))}
      </dl>
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

/** The figures that are asked for first. */
export const MoneySentences = ({ shown, time }: { shown: OrderPageData; time: Time }) => (
  <dl className="px-5 pb-1">
    {sentencesOf(shown, time).map(({ label, cents, why }) => (
      <div
        key={label}
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-rule py-[9px] leading-[1.375rem]"
      >
        <dt>{label}</dt>
        <dd className="num text-right font-semibold">
          <Money cents={cents} />
        </dd>
        {why && <dd className="meta num col-span-full">{why}</dd>}
      </div>
    ))}
  </dl>
);
