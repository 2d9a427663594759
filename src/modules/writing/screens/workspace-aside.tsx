import type { ReactNode } from "react";
import { Link } from "react-router";
import { type Cents, formatUsd } from "#src/shared/money.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { Places } from "#src/ui/places.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { ShownWorkspace } from "./workspace.server.ts";

type Props = { shown: ShownWorkspace };

const orders = (count: number): string => `${count} ${count === 1 ? "order" : "orders"}`;

const Sum = ({ term, cents, why }: { term: string; cents: Cents; why?: string }) => (
  <div className="border-rule">
    <dt>{term}</dt>
    <dd className="amt text-ink" translate="no">
      {formatUsd(cents)}
    </dd>
    {why && <dd className="why text-ink-3">{why}</dd>}
  </div>
);

export const OwnMoney = ({ shown: { money } }: Props) => (
  <section aria-labelledby="money">
    <h2 className="t2 mb-3" id="money">
      Your money
    </h2>
    <dl className="lines border-t border-rule-strong">
      <Sum
        term="Held"
        cents={money.heldCents}
        why={
          money.held === 0 ? "nothing is open" : `${orders(money.held)} in work, with the client, or in the days after`
        }
      />
      <Sum
        term="Earned"
        cents={money.earnedCents}
        why={money.earned === 0 ? "nothing waits" : `${orders(money.earned)}. Next payout ${money.nextPayout}`}
      />
      <Sum term="Paid out" cents={money.paidOutCents} />
    </dl>
    <p className="mt-3">
      <Link to="/dashboard/earnings" className="link-arrow">
        Open the statement
      </Link>
    </p>
  </section>
);

const freeLabel = (free: number): string =>
  free <= 0 ? "You have no free place." : `You can take ${free} more ${free === 1 ? "order" : "orders"}.`;

type Own = NonNullable<ShownWorkspace["capacity"]>;

const Holiday = ({ own, refused }: { own: Own; refused: RefusedForm | undefined }) => {
  const busy = useSent()?.get("intent") === "holiday";
  const wrong = refused?.errors.awayFrom ?? refused?.errors.awayUntil;
  const day = (name: "awayFrom" | "awayUntil", label: string) => (
    <Field name={name} label={label} error={refused?.errors[name]}>
      <Input type="date" defaultValue={refused?.values[name] ?? own[name] ?? ""} />
    </Field>
  );
  return (
    <details open={wrong !== undefined} key={`${own.awayFrom}-${own.awayUntil}`}>
      <summary className="small fold-link">{own.holiday ? "Change the days off" : "Enter days off"}</summary>
      <Form method="post" action="/dashboard" className="stack [--gap:12px]" preventScrollReset>
        <input type="hidden" name="intent" value="holiday" />
        {day("awayFrom", "First day")}
        {day("awayUntil", "Last day")}
        <p className="small muted">You get no offers for these days. Leave both empty if you have no days off.</p>
        <div>
          <Button small variant="outline" busy={busy}>
            {busy ? "Saving" : "Save the days"}
          </Button>
        </div>
      </Form>
    </details>
  );
};

export const OwnCapacity = ({ shown: { capacity: own }, refused }: Props & { refused: RefusedForm | undefined }) => {
  if (!own) return null;
  return (
    <section aria-labelledby="capacity">
      <h2 className="t2 mb-3" id="capacity">
        Your places
      </h2>
      <Places taken={own.openOrders} capacity={own.capacity} />
      <p>{`${own.openOrders} of ${own.capacity} in use. ${own.active ? freeLabel(own.capacity - own.openOrders) : ""}`}</p>
      <p className="small muted">{`Clients know you as ${own.pseudonym}. You are paid ${own.share}% of the price.`}</p>
      {own.holiday && <p className="small muted">{`Days off: ${own.holiday}.`}</p>}
      <Holiday own={own} refused={refused} />
    </section>
  );
};

/** The writer's own conversation with Support, beside the work. */
export const OwnSupport = ({ children }: { children: ReactNode }) => (
  <section className="no-print" id="support" aria-labelledby="support-title">
    <h2 className="t2 mb-3" id="support-title">
      Support
    </h2>
    {children}
  </section>
);
