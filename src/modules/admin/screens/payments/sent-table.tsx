import { Link } from "react-router";
import type { PayoutRunPage } from "#src/modules/payments/index.server.ts";
import { accountText, payoutNumber } from "#src/modules/payments/index.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { nearMoment } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Status } from "#src/ui/status.tsx";
import { Money, Table } from "#src/ui/table.tsx";
import { useOver } from "#src/ui/use-over.ts";
import { useSent } from "#src/ui/use-sent.ts";

type Payout = PayoutRunPage["payouts"][number];
type Refused = (RefusedForm & { payoutId: string }) | undefined;

/** Everything was sent under one reference: asked once, with the sum. */
export const AllSent = ({ count, cents, refused }: { count: number; cents: number; refused: Refused }) => {
  const busy = useSent()?.get("step") === "all";
  const mine = refused?.payoutId === "" ? refused : undefined;
  const label = `Mark all ${count} as sent, ${formatUsd(cents)}`;
  return (
    <Confirm label={label} title={`${label}?`} variant="primary" small startOpen={mine?.errors.reference !== undefined}>
      <p className="soft">
        Do this when the money has left under one reference. One minute later each writer gets an e-mail, and the
        accounts are deleted here.
      </p>
      <Form method="post" className="stack [--gap:16px]" preventScrollReset>
        <input type="hidden" name="step" value="all" />
        <Field name="reference" id="reference-all" label="Reference of the whole file" error={mine?.errors.reference}>
          <Input maxLength={140} autoComplete="off" defaultValue={mine?.values.reference} required />
        </Field>
        <ConfirmActions>
          <Button small busy={busy}>
            {busy ? "Saving" : label}
          </Button>
        </ConfirmActions>
      </Form>
    </Confirm>
  );
};

const State = ({ payout, zone, now }: { payout: Payout; zone: string; now: Date }) => {
  const { state, endedAt, reference, reason } = payout;
  const at = endedAt ? nearMoment(endedAt, zone, now) : "";
  if (state === "sending") return <Status shape="clock">To send</Status>;
  return (
    <>
      <Status shape={state === "paid" ? "check" : "alert"}>{state === "paid" ? "Sent" : "Came back"}</Status>
      <span className="meta num wrap-anywhere">
        {state === "paid" ? `${at}, reference ${reference}` : `${at}: ${reason}`}
      </span>
    </>
  );
};

type EndProps = { payout: Payout; refused: Refused };

const endRow = "flex flex-1 items-end gap-2 text-left max-[85rem]:flex-wrap";

/** The reference of one transfer, beside the button: no further question. */
const MarkSent = ({ payout, refused }: EndProps) => {
  const sent = useSent();
  const busy = sent?.get("payoutId") === payout.id && sent.get("step") === "paid";
  const mine = refused?.payoutId === payout.id ? refused : undefined;
  return (
    <Form method="post" className={`${endRow} md:[&_.label]:sr-only`} preventScrollReset>
      <input type="hidden" name="payoutId" value={payout.id} />
      <input type="hidden" name="step" value="paid" />
      <Field
        name="reference"
        id={`reference-${payout.id}`}
        label="Reference on the bank statement"
        className="min-w-0 flex-[1_1_8rem]"
        error={mine?.errors.reference}
      >
        <Input maxLength={140} autoComplete="off" defaultValue={mine?.values.reference} required />
      </Field>
      <Button small variant="outline" busy={busy}>
        {busy ? "Saving" : "Mark as sent"}
        <span className="vh">{`: ${payout.name}`}</span>
      </Button>
    </Form>
  );
};

const CameBack = ({ payout, refused }: EndProps) => {
  const busy = useSent()?.get("step") === "failed";
  const mine = refused?.payoutId === payout.id ? refused : undefined;
  const { id, name, cents } = payout;
  return (
    <Confirm
      label={
        <>
          It came back<span className="vh">{`: ${name}`}</span>
        </>
      }
      title={`${formatUsd(cents)} for ${name} came back?`}
      variant="quiet"
      small
      startOpen={mine?.errors.reason !== undefined}
    >
      <p className="soft">The money is earned again, and comes with the next payout.</p>
      <Form method="post" className="stack [--gap:16px]" preventScrollReset>
        <input type="hidden" name="payoutId" value={id} />
        <input type="hidden" name="step" value="failed" />
        <Field
          name="reason"
          id={`reason-${id}`}
          label="Why it came back"
          hint="The writer reads it."
          error={mine?.errors.reason}
        >
          <Input maxLength={300} autoComplete="off" defaultValue={mine?.values.reason} required />
        </Field>
        <ConfirmActions>
          <Button small busy={busy}>
            {busy ? "Saving" : "It came back"}
          </Button>
        </ConfirmActions>
      </Form>
    </Confirm>
  );
};

const Orders = ({ number: of, lines }: Pick<Payout, "number" | "lines">) => (
  <details>
    <summary className="small num relative z-1 flex min-h-11 w-fit cursor-pointer items-center text-pen">
      {`${payoutNumber(of)}, ${counted(lines.length, "order")}`}
    </summary>
    <ul className="relative z-1 pb-2">
      {lines.map(({ orderId, number, title, cents }) => (
        <li key={orderId} className="small row justify-between [--gap:16px]">
          <span className="wrap-anywhere">{`${number} ${title}`}</span>
          <Money cents={cents} />
        </li>
      ))}
    </ul>
  </details>
);

const columns = [
  { key: "writer", label: "Writer" },
  { key: "to", label: "To", className: "max-xl:hidden md:w-40" },
  { key: "state", label: "State", className: "md:w-36 xl:w-44" },
  { key: "sum", label: "Amount", right: true, className: "md:w-28" },
  { key: "do", label: "Reference", className: "md:w-68 min-[85rem]:w-116" },
];

type Props = { payouts: readonly Payout[]; refused: Refused; zone: string; now: Date };

/** What became of each writer's money; what is still to be sent is marked here. */
export const SentTable = ({ payouts, refused, zone, now }: Props) => (
  <Table
    caption="Each writer's money"
    columns={columns}
    boxed
    tight
    className="otable cards ltable md:table-fixed [--card:minmax(0,1fr)_fit-content(9rem)]"
  >
    {payouts.map((payout) => (
      <tr key={payout.id}>
        <td className="pe-n max-md:col-[1]">
          <Link className="title block leading-6" to={`/admin/writers/${payout.writerId}`} title={payout.name}>
            {payout.name}
          </Link>
          <Orders number={payout.number} lines={payout.lines} />
        </td>
        <td className="num wrap-anywhere md:max-xl:hidden" data-label="To">
          {accountText(payout.ending)}
        </td>
        <td data-label="State">
          <State payout={payout} zone={zone} now={now} />
        </td>
        <td className="r strong max-md:col-start-2 max-md:row-start-1 max-md:text-right">
          <Money cents={payout.cents} />
        </td>
        <td className="r max-md:col-span-full">
          {payout.state === "sending" && (
            <div className={`${endRow} relative z-1`}>
              <MarkSent payout={payout} refused={refused} />
              <CameBack payout={payout} refused={refused} />
            </div>
          )}
        </td>
      </tr>
    ))}
  </Table>
);

/** What this admin marked as sent last, while it can be taken back. */
export function lastSent(payouts: readonly Payout[], me: string, now: Date): readonly Payout[] {
  const mine = payouts.filter(({ undoUntil, endedBy }) => undoUntil && undoUntil > now && endedBy === me);
  const last = Math.max(...mine.map(({ endedAt }) => endedAt?.getTime() ?? 0));
  return mine.filter(({ endedAt }) => endedAt?.getTime() === last);
}

type JustSentProps = { payouts: readonly Payout[]; until: Date; now: Date };

/** Says what was marked, and takes it back for the rest of its minute: until then nobody is notified. */
export const JustSent = ({ payouts, until, now }: JustSentProps) => {
  const busy = useSent()?.get("step") === "undo";
  const over = useOver(until.getTime() - now.getTime());
  const [one] = payouts;
  if (over || !one) return null;
  const what = payouts.length === 1 ? one.name : counted(payouts.length, "writer");
  const cents = payouts.reduce((sum, payout) => sum + payout.cents, 0);
  return (
    <Notice
      tone="ok"
      live
      className="mb-4"
      title={`${formatUsd(cents)} for ${what} ${payouts.length === 1 ? "is" : "are"} marked as sent.`}
      actions={
        <Form method="post" preventScrollReset>
          <input type="hidden" name="step" value="undo" />
          {payouts.map(({ id }) => (
            <input key={id} type="hidden" name="payoutId" value={id} />
          ))}
          <Button small variant="outline" busy={busy}>
            Undo
          </Button>
        </Form>
      }
    >
      {payouts.length === 1 ? "The writer gets an e-mail in one minute." : "Each writer gets an e-mail in one minute."}
    </Notice>
  );
};
