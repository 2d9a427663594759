import type { ReactNode } from "react";
import { accountLabels, ledgerLabels } from "#src/modules/payments/index.ts";
import { counted } from "#src/shared/counted.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import { type Term, TermList } from "#src/ui/reading.tsx";
import { Money, Table } from "#src/ui/table.tsx";
import type { OrderPageData } from "./order.server.ts";
import { ConsentList, PriceLines } from "./order-facts.tsx";
import { TrailList } from "./order-history.tsx";
import { MoneySentences, OrderTransfers, SendTo, WhereItIs } from "./order-money-parts.tsx";
import { Line, StepForm } from "./step-form.tsx";
import type { Refused } from "./submit-order-step.server.ts";

type Props = { shown: OrderPageData; zone: string; refused: Refused | undefined };
type Time = { now: Date; zone: string };
type MoneyOf = OrderPageData["money"];

const chargeLabels: Readonly<Record<string, string>> = {
  full: "Whole price",
  first: "First part",
  second: "Second part",
  change: "Change of the order",
  tip: "Tip",
  open: "open",
  settled: "paid",
  void: "void",
};

const chargeLabel = (code: string): string => chargeLabels[code] ?? code;

const Rows = ({ title, rows }: { title: string; rows: readonly Term[] }) =>
  rows.length === 0 ? null : (
    <>
      <h3 className="label mt-5 mb-1">{title}</h3>
      <TermList small terms={rows} />
    </>
  );

const chargeRows = ({ charges }: MoneyOf, zone: string): readonly Term[] =>
  charges.map(({ id, purpose, cents, state, at }) => ({
    key: id,
    term: `${chargeLabel(purpose)}, ${chargeLabel(state)}`,
    value: (
      <>
        <Money cents={cents} />
        <span className="small muted block">{formatMoment(at, zone)}</span>
      </>
    ),
  }));

const verdicts: Readonly<Record<string, string>> = {
  settle: "",
  tip: "a tip",
  surplus: "surplus",
  review: "another amount",
  part: "a part, the rest is missing",
};

const paymentRows = ({ payments }: MoneyOf, zone: string): readonly Term[] =>
  payments.map(({ id, method, cents, verdict, at }) => ({
    key: id,
    term: [method, verdicts[verdict] ?? verdict].filter(Boolean).join(", "),
    value: (
      <>
        <Money cents={cents} />
        <span className="small muted block">{formatMoment(at, zone)}</span>
      </>
    ),
  }));

const refundRows = ({ refunds }: MoneyOf, zone: string): readonly Term[] =>
  refunds.map(({ id, cents, reason, label, method, askedAt, sentAt, error }) => ({
    key: id,
    term: label,
    value: (
      <>
        <Money cents={cents} />
        <span className="small muted block">{`${method}, ${formatMoment(sentAt ?? askedAt, zone)}`}</span>
        <span className="small muted block">{reason}</span>
        {error && <span className="small block text-error">{error}</span>}
      </>
    ),
  }));

/** Refunds that were refused or go by hand, and money of another amount: a person deals with them. */
const ToDo = ({ shown: { money, ruledByMoney, order }, refused }: Omit<Props, "zone">) => {
  if (!ruledByMoney) return null;
  const asks = { version: order.version, refused };
  const stuck = money.refunds.filter(({ state }) => state === "failed" || state === "by_hand");
  return (
    <>
      {stuck.map(({ id, state, cents, account }) => (
        <div key={id} className="stack mt-5 [--gap:16px]">
          <p className="strong">
            Refund of <Money cents={cents} />
          </p>
          {state === "by_hand" && <SendTo account={account} />}
          {account && (
            <StepForm {...asks} step="ask-account" label="Ask for another account" variant="outline">
              <input type="hidden" name="ask-account.refundId" value={id} />
            </StepForm>
          )}
          {state === "failed" && (
            <StepForm {...asks} step="retry-refund" label="Try the refund again" variant="outline">
              <input type="hidden" name="retry-refund.refundId" value={id} />
            </StepForm>
          )}
          <StepForm {...asks} step="refund-sent" label="It is sent" variant="outline">
            <input type="hidden" name="refund-sent.refundId" value={id} />
            <Line {...asks} step="refund-sent" name="reference" label="Reference on the bank statement" optional />
          </StepForm>
        </div>
      ))}
      {money.heldLeftCents > 0 && (
        <div className="mt-5">
          <p className="soft mb-3">
            <Money cents={money.heldLeftCents} /> is still held for this order, which has ended.
          </p>
          <StepForm {...asks} step="return-held" label="Send it back to the client" variant="outline" />
        </div>
      )}
      {money.payments
        .filter(({ waits }) => waits)
        .map(({ id, cents }) => (
          <div key={id} className="mt-5">
            <p className="soft mb-3">
              <Money cents={cents} /> arrived, but another amount was due.
            </p>
            <StepForm {...asks} step="return-reviewed" label="Send it back" variant="outline">
              <input type="hidden" name="return-reviewed.settlementId" value={id} />
            </StepForm>
          </div>
        ))}
    </>
  );
};

const priceSize = ({ order, quote, hidesWork }: OrderPageData): string => {
  if (order.snapshot) return counted(order.snapshot.result.lines.length, "line");
  if (quote) return `quote ${quote.version}`;
  return hidesWork ? "sealed" : "none yet";
};

type FoldProps = { title: string; size: string; open?: boolean; children: ReactNode };

const Fold = ({ title, size, open, children }: FoldProps) => (
  <details open={open}>
    <summary>
      {title} <span className="text-(length:--text-sm) font-normal text-ink-3">{size}</span>
      <Icon of={ChevronDown} />
    </summary>
    <div className="fold-in small px-5 pb-4 text-ink-2">{children}</div>
  </details>
);

const Ledger = ({ shown: { ledger }, zone }: Pick<Props, "shown" | "zone">) => {
  if (ledger.lines.length === 0) return null;
  const balances = Object.entries(ledger.balances).filter(([, cents]) => cents !== 0);
  return (
    <Fold title="Ledger" size={counted(ledger.lines.length, "entry", "entries")}>
      <Table
        caption="Ledger, oldest first"
        tight
        columns={[
          { key: "what", label: "Entry" },
          { key: "cents", label: "Amount", right: true },
        ]}
        foot={
          <tr>
            <td>
              <b>Balances</b>
              {balances.map(([account]) => (
                <span key={account} className="meta">
                  {accountLabels[account as keyof typeof accountLabels]}
                </span>
              ))}
            </td>
            <td className="r align-bottom">
              {balances.map(([account, cents]) => (
                <span key={account} className="meta">
                  <Money cents={cents} />
                </span>
              ))}
            </td>
          </tr>
        }
      >
        {ledger.lines.map(({ id, kind, at, postings }) => (
          <tr key={id}>
            <td>
              {ledgerLabels[kind]}
              <span className="meta">{formatMoment(at, zone)}</span>
              {postings.map(({ account }) => (
                <span key={account} className="meta">
                  {accountLabels[account]}
                </span>
              ))}
            </td>
            <td className="r align-bottom">
              {postings.map(({ account, cents }) => (
                <span key={account} className="meta">
                  <Money cents={cents} />
                </span>
              ))}
            </td>
          </tr>
        ))}
      </Table>
    </Fold>
  );
};

/** Everything about the order in one archive. */
const CaseFile = ({ shown: { order } }: { shown: OrderPageData }) => (
  <>
    <p className="mb-3">
      Brief, versions, conversations, history, consents, money and files in one archive, with a checksum of each.
      {order.status === "disputed" && " The order is disputed, so messages are in it as they were typed."} The audit log
      records who downloaded it.
    </p>
    <a className="btn btn-outline btn-sm" href={`/admin/orders/${order.id}/case-file.zip`}>
      Download the case file
    </a>
  </>
);

/** What is owed, what came, what went back, and where each cent is. */
export const MoneyPanel = ({ shown, time, refused }: Omit<Props, "zone"> & { time: Time }) => {
  const { money } = shown;
  const { zone } = time;
  const empty = money.charges.length === 0 && money.payments.length === 0;
  return (
    <div id="money">
      <Panel title="Money" aside={<span className="small muted">US dollars</span>}>
        <MoneySentences shown={shown} time={time} />
        <div className="px-5 pb-4">
          {empty && <p className="soft">Nothing is due or paid yet.</p>}
          <WhereItIs shown={shown} />
          <Rows title="Refunds" rows={refundRows(money, zone)} />
          <OrderTransfers shown={shown} asks={{ version: shown.order.version, refused }} />
          <ToDo shown={shown} refused={refused} />
        </div>
        <div className="fold-list">
          <Fold title="Price in lines" size={priceSize(shown)} open>
            <PriceLines shown={shown} zone={zone} />
          </Fold>
          {!empty && (
            <Fold title="Due and received" size={counted(money.payments.length, "payment")}>
              <Rows title="Owed" rows={chargeRows(money, zone)} />
              <Rows title="Received" rows={paymentRows(money, zone)} />
            </Fold>
          )}
          <Ledger shown={shown} zone={zone} />
          <Fold title="Consents" size="2 accepted">
            <ConsentList order={shown.order} agreed={shown.agreed} zone={zone} />
          </Fold>
          <Fold title="Case file" size="one archive">
            <CaseFile shown={shown} />
          </Fold>
          <Fold title="Audit" size={counted(shown.trail.length, "entry", "entries")}>
            <TrailList shown={shown} zone={zone} />
          </Fold>
        </div>
      </Panel>
    </div>
  );
};
