import { Fragment, useRef, useState } from "react";
import { Link } from "react-router";
import type { LeftOut, PayableWriter, PayoutsOverview } from "#src/modules/payments/index.server.ts";
import { payoutKindLabels } from "#src/modules/payments/index.ts";
import { counted, figures } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { TagMark } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";
import { useSent } from "#src/ui/use-sent.ts";

/** `out`: those who are left out, of every page of the list. */
export type PayoutAnswer = RefusedForm & { leftOut: LeftOut; out: readonly PayableWriter[] };
type Writers = readonly PayableWriter[];

/** Whom a form leaves out: those of `rows` without `in.<writer>`; `why.<writer>` says why. */
export const leftOutIn = ({ rows = "", ...texts }: Readonly<Record<string, string>>): LeftOut =>
  rows
    .split(",")
    .filter((writerId) => writerId !== "" && texts[`in.${writerId}`] === undefined)
    .map((writerId) => ({ writerId, reason: (texts[`why.${writerId}`] ?? "").trim() }));

/** The fields of a form that leaves these out, to be sent again. */
export const LeftOutFields = ({ leftOut }: { leftOut: LeftOut }) => (
  <>
    <input type="hidden" name="rows" value={leftOut.map(({ writerId }) => writerId).join(",")} />
    {leftOut.map(({ writerId, reason }) => (
      <input key={writerId} type="hidden" name={`why.${writerId}`} value={reason} />
    ))}
  </>
);

export const sumOf = (rows: Writers): number => rows.reduce((sum, { cents }) => sum + cents, 0);

const columns = [
  { key: "in", label: "In this payout", quiet: true, className: "md:w-13 md:pr-0" },
  { key: "writer", label: "Writer" },
  { key: "orders", label: "Orders", right: true, className: "md:w-21" },
  { key: "to", label: "To", className: "md:w-36" },
  { key: "sum", label: "Amount", right: true, className: "md:w-27" },
  { key: "do", label: "Leave out or put back", quiet: true, className: "md:w-28" },
];

type RowProps = { one: PayableWriter; isIn: boolean; reason: string | undefined; error: string | undefined };

const Row = ({ one, isIn, reason, error }: RowProps) => {
  const { writerId, name, orders, setOff, method, cents, demo } = one;
  return (
    <Fragment>
      <tr>
        <td className="max-md:row-[1/3] md:w-13 md:pr-0">
          <input
            id={`in-${writerId}`}
            className="cb relative z-1"
            type="checkbox"
            name={`in.${writerId}`}
            defaultChecked={isIn}
            aria-label={`Pay ${name} now`}
          />
        </td>
        <td className="pe-n max-md:col-[2]">
          <span className="named">
            <Link className="title" to={`/admin/writers/${writerId}`} title={name}>
              {name}
            </Link>
            {demo && <TagMark>demo</TagMark>}
          </span>
          <span className="meta">{method?.legalName}</span>
        </td>
        <td className="r num max-md:hidden" data-label="Orders">
          {figures(orders)}
          {setOff && <span className="meta whitespace-normal">less what went back</span>}
        </td>
        <td className="num max-md:col-start-2 max-md:row-start-2 max-md:text-(length:--text-sm)" data-label="To">
          {method?.masked}
        </td>
        <td className="r strong po-sum max-md:col-start-3 max-md:row-start-1 max-md:text-right" translate="no">
          {formatUsd(cents)}
        </td>
        <td className="r max-md:col-start-3 max-md:row-start-2 max-md:self-end max-md:text-right">
          <label
            className="small relative z-1 cursor-pointer font-semibold text-pen before:absolute before:inset-x-0 before:-inset-y-3"
            htmlFor={`in-${writerId}`}
          >
            <span className="if-in">Leave out</span>
            <span className="if-out">Put back</span>
          </label>
        </td>
      </tr>
      <tr className="whyrow">
        <td className="md:h-auto md:pb-3.5" />
        <td className="md:h-auto md:pb-3.5" colSpan={5}>
          <Field name={`why.${writerId}`} label={`Why is ${name} left out? The writer reads this.`} error={error}>
            <Textarea className="min-h-11" rows={1} maxLength={300} defaultValue={reason} />
          </Field>
        </td>
      </tr>
    </Fragment>
  );
};

const Sum = ({ name, cents, note, out = false }: { name: string; cents: number; note: string; out?: boolean }) => (
  <div className="num grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-slip-rule py-2.5">
    <dt className="strong">{name}</dt>
    <dd className={out ? "line-through" : "strong"} translate="no">
      {formatUsd(cents)}
    </dd>
    <dd className="col-span-full text-(length:--text-sm) wrap-anywhere text-ink-2">{note}</dd>
  </div>
);

type Totals = PayoutsOverview["totals"];

/** What the payout comes to: by how it is sent, who is left out, in all. */
const Slip = ({ totals, left }: { totals: Totals; left: Writers }) => {
  const less = (of: Writers, all: { writers: number; cents: number; orders: number }) => ({
    writers: all.writers - of.length,
    cents: all.cents - sumOf(of),
    orders: all.orders - of.reduce((sum, one) => sum + one.orders, 0),
  });
  const paid = less(left, totals);
  const kinds = totals.kinds
    .map(({ kind, ...all }) => ({
      kind,
      ...less(
        left.filter(({ method }) => method?.kindCode === kind),
        all,
      ),
    }))
    .filter(({ writers }) => writers > 0);
  return (
    <section className="slip px-6 py-5" aria-live="polite">
      <h2 className="t3">This payout</h2>
      <dl className="mt-3">
        {kinds.map(({ kind, cents, writers }) => (
          <Sum key={kind} name={payoutKindLabels[kind]} cents={cents} note={counted(writers, "writer")} />
        ))}
        {left.length > 0 && (
          <Sum
            name="Left out"
            cents={sumOf(left)}
            note={`${left.map(({ name }) => name).join(", ")}: stays earned for the next payout`}
            out
          />
        )}
      </dl>
      <p className="between border-t border-slip-rule pt-3">
        <span>
          <b>In total</b>
          <span className="meta num text-ink-2">{`${counted(paid.writers, "writer")}, ${counted(paid.orders, "order")}`}</span>
        </span>
        <b
          className="num [border-bottom:4px_double_var(--color-ink)] font-display text-[2rem]/10 font-[440]"
          translate="no"
        >
          {formatUsd(paid.cents)}
        </b>
      </p>
    </section>
  );
};

type Shown = Pick<PayoutsOverview, "payable" | "totals" | "page" | "pages" | "later">;

/** Buttons to the other pages of the list. They send the form, so that who is left out is kept. */
const OtherPages = ({ page, pages }: Pick<Shown, "page" | "pages">) =>
  pages > 1 && (
    <div className="between panel-foot px-5 py-3">
      <span className="small muted num">{`Page ${page} of ${pages}`}</span>
      <span className="row">
        {page > 1 && (
          <Button name="step" value="page" formAction={`?page=${page - 1}`} variant="outline" small>
            Back
          </Button>
        )}
        {page < pages && (
          <Button name="step" value="page" formAction={`?page=${page + 1}`} variant="outline" small>
            Next
          </Button>
        )}
      </span>
    </div>
  );

type ReviewProps = { shown: Shown; answer: PayoutAnswer | undefined };

/** Whom the next payout pays; single writers can be left out, each with a reason. The server checks it once more. */
export const PayoutReview = ({ shown: { payable, totals, page, pages, later }, answer }: ReviewProps) => {
  const form = useRef<HTMLFormElement>(null);
  const [out, setOut] = useState(() => new Set(answer?.out.map(({ writerId }) => writerId)));
  const busy = useSent()?.get("step") === "review";
  if (totals.writers === 0)
    return (
      <Panel title="Review">
        <p className="soft px-5 pb-5">Nobody has money that can be paid out now.</p>
      </Panel>
    );
  const here = new Set(payable.map(({ writerId }) => writerId));
  const rows = [...(answer?.out ?? []).filter(({ writerId }) => !here.has(writerId)), ...payable];
  const errors = answer?.errors ?? {};
  const labels = Object.fromEntries(rows.map(({ writerId, name }) => [`why.${writerId}`, `Why ${name} is left out`]));
  const read = () => {
    const fields = new FormData(form.current ?? undefined);
    setOut(new Set(rows.map(({ writerId }) => writerId).filter((id) => !fields.has(`in.${id}`))));
  };
  const reasons = new Map(answer?.leftOut.map(({ writerId, reason }) => [writerId, reason]));
  return (
    <Form
      method="post"
      className="grid grid-cols-[minmax(0,1fr)_24rem] items-start gap-6 max-[85rem]:grid-cols-1"
      ref={form}
      onChange={read}
      preventScrollReset
    >
      <input type="hidden" name="rows" value={rows.map(({ writerId }) => writerId).join(",")} />
      <button type="submit" name="step" value="review" className="vh" tabIndex={-1} aria-hidden="true">
        Start the payout
      </button>
      <Panel
        title="Review"
        aside={<span className="small muted">{`${counted(totals.writers + later, "writer")} earned money`}</span>}
      >
        {Object.keys(errors).length > 0 && (
          <div className="px-5 pb-4">
            <ErrorSummary errors={errors} labels={labels} message={undefined} />
          </div>
        )}
        <Table
          caption="Can be paid now, the largest sum first"
          columns={columns}
          boxed
          tight
          className="otable cards ltable pays md:table-fixed [--card:34px_minmax(0,1fr)_auto]"
          foot={
            <tr className="max-md:border-b-0 max-md:px-4 max-md:py-3.5">
              <td colSpan={6} className="num">
                {`${counted(totals.writers, "writer")} earned ${formatUsd(totals.cents)} in total`}
                {later > 0 && `. The payout after it pays ${counted(later, "writer")} more.`}
              </td>
            </tr>
          }
        >
          {rows.map((one) => (
            <Row
              key={one.writerId}
              one={one}
              isIn={!reasons.has(one.writerId)}
              reason={reasons.get(one.writerId)}
              error={errors[`why.${one.writerId}`]}
            />
          ))}
        </Table>
        <OtherPages page={page} pages={pages} />
      </Panel>
      <div className="grid gap-3">
        <Slip totals={totals} left={rows.filter(({ writerId }) => out.has(writerId))} />
        <Button name="step" value="review" block busy={busy}>
          {busy ? "Checking" : "Start the payout"}
        </Button>
        <p className="small soft">Nothing is sent by this. The sums are fixed, and you get the files to send.</p>
      </div>
    </Form>
  );
};
