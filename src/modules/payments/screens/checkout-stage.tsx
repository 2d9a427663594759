import type { ComponentProps } from "react";
import { CountedFacts } from "#src/modules/orders/index.screens.ts";
import { formatUsd } from "#src/shared/money.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { FreeForm, LaterForm, PayForm } from "./pay-form.tsx";
import type { ShownCheckout } from "./shown-checkout.server.ts";

export type Answer = {
  message?: string;
  errors: Readonly<Record<string, string>>;
  chosen?: string | undefined;
  chosenParts?: string | undefined;
  /** The code that was refused. */
  typed?: string | undefined;
};
type Props = { shown: ShownCheckout; answer: Answer };

const toOrder = (id: string) => `/dashboard/orders/${id}`;

const paidTitle = (ended: boolean, restCents: number): string => {
  if (ended) return "This order has ended.";
  return restCents > 0 ? "The first payment is made." : "This order is paid.";
};

const paidText = (ended: boolean, restCents: number): string => {
  if (ended) return "Nothing more is charged for it. Its page says what went back to you.";
  if (restCents > 0)
    return `The rest, ${formatUsd(restCents)}, is due when the work is delivered. You get an e-mail then. Nothing is charged before that.`;
  return "Nothing more is charged for it.";
};

type PaidProps = { order: ShownCheckout["order"]; ended: boolean; restCents: number };

const Paid = ({ order, ended, restCents }: PaidProps) => (
  <Notice
    tone={ended ? "info" : "ok"}
    title={paidTitle(ended, restCents)}
    actions={
      <>
        <LinkButton to={toOrder(order.id)}>See your order</LinkButton>
        <LinkButton variant="outline" to={`/checkout/${order.id}/receipt`}>
          Receipt
        </LinkButton>
      </>
    }
  >
    {paidText(ended, restCents)}
  </Notice>
);

export const Review = ({ order }: { order: Pick<ShownCheckout["order"], "number"> }) => (
  <Notice
    tone="warn"
    title="We are looking at your payment."
    actions={<LinkButton to={`/contact?order=${order.number}`}>Write to support</LinkButton>}
  >
    The amount that we received is not the amount of this order, so the order is not paid yet. A person checks it. Do
    not pay again until then.
  </Notice>
);

export const Reviewing = ({ order }: { order: Pick<ShownCheckout["order"], "id" | "number"> }) => (
  <Notice
    title="Your payment is being reviewed."
    actions={<LinkButton to={`/dashboard/orders/${order.id}`}>See your order</LinkButton>}
  >
    The payment company checks it first. This can take a day. Do not pay again until then. You get an e-mail as soon as
    the payment is confirmed.
  </Notice>
);

const Closed = () => (
  <Notice title="This order is cancelled." actions={<LinkButton to="/order">Price a new order</LinkButton>}>
    Nothing is charged. Money that still arrives for it goes back to you automatically.
  </Notice>
);

const PayOrConfirm = (props: ComponentProps<typeof PayForm>) =>
  props.cents === 0 ? <FreeForm shown={props.shown} errors={props.errors} /> : <PayForm {...props} />;

const Changed = ({ shown, answer, cents }: Props & { cents: number }) => (
  <div className="stack [--gap:24px]">
    <Notice tone="warn" title="The total has changed." live>
      We no longer keep the old price, so we calculated it again with today’s prices. Nothing is charged before you
      confirm the new total.
    </Notice>
    <PayOrConfirm
      shown={shown}
      errors={answer.errors}
      chosen={answer.chosen}
      typed={answer.typed}
      cents={cents}
      intent="confirm"
    />
  </div>
);

/** What a payment of a running order is for. */
const reasons: Readonly<Record<string, { title: string; text: string }>> = {
  second: {
    title: "Your work is delivered.",
    text: "With this payment the final version opens for you, and your time to read it starts.",
  },
  change: {
    title: "Your writer can make the change.",
    text: "The change is made when you have paid. Until then the order stays as it was.",
  },
  tip: {
    title: "All of it goes to your writer.",
    text: "We keep no part of a tip. We also pay the fee of the payment company.",
  },
};

type PayStage = Extract<ShownCheckout["stage"], { kind: "pay" }>;

const Pay = ({ shown, answer, stage }: Props & { stage: PayStage }) => (
  <div className="stack [--gap:24px]">
    {reasons[stage.purpose] && <Notice title={reasons[stage.purpose]?.title}>{reasons[stage.purpose]?.text}</Notice>}
    {stage.purpose === "second" && <CountedFacts counted={shown.counted} />}
    {stage.lastFailed && !answer.message && (
      <Notice tone="warn" title="The last payment did not go through.">
        Nothing was charged. You can try again.
      </Notice>
    )}
    <PayOrConfirm
      shown={shown}
      errors={answer.errors}
      chosen={answer.chosen}
      chosenParts={answer.chosenParts}
      typed={answer.typed}
      cents={stage.cents}
      parts={stage.parts}
      intent="pay"
    />
  </div>
);

/** The left side of the checkout: what can be done now. */
export const Stage = ({ shown, answer }: Props) => {
  const { stage, order } = shown;
  switch (stage.kind) {
    case "pay":
      return <Pay shown={shown} answer={answer} stage={stage} />;
    case "changed":
      return <Changed shown={shown} answer={answer} cents={stage.payCents} />;
    case "too-near":
      return (
        <div className="stack [--gap:24px]">
          <Notice tone="warn" title="The deadline is too close now.">
            Choose a later one to continue. Nothing is charged before you pay.
          </Notice>
          <LaterForm later={stage.later} errors={answer.errors} />
        </div>
      );
    case "review":
      return <Review order={order} />;
    case "reviewing":
      return <Reviewing order={order} />;
    case "paid":
      return <Paid order={order} ended={stage.ended} restCents={stage.restCents} />;
    case "closed":
      return <Closed />;
    case "quote":
      return null;
  }
};
