import { FileList } from "#src/modules/files/index.screens.ts";
import { arrivedText, grouped } from "#src/modules/payments/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { TermList } from "#src/ui/reading.tsx";
import { Money } from "#src/ui/table.tsx";
import type { OrderPageData } from "./order.server.ts";
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
    <summary className="small flex min-h-11 w-fit cursor-pointer items-center font-semibold text-pen">
      Another transfer arrived
    </summary>
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
