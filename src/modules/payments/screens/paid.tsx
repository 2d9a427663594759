import { ReachAboutOrder, useFrame } from "#src/modules/operator/index.screens.ts";
import { formatUsd } from "#src/shared/money.ts";
import { ArrowLink, LinkButton } from "#src/ui/button.tsx";
import { EndingActs, EndingHead, type NextMoment, NextMoments } from "#src/ui/ending.tsx";
import { CircleCheck, Icon, ReceiptText } from "#src/ui/icons.tsx";
import { Status } from "#src/ui/status.tsx";
import { Calendar, Download, Paperclip } from "./drawings.ts";
import { OrderBreakdown } from "./order-breakdown.tsx";
import type { PaidData } from "./shown-checkout.server.ts";

type Props = { data: PaidData };

const momentsOf = ({ moments: { choose, deadline, read }, shown: { order }, restCents }: PaidData): NextMoment[] => [
  { when: "Now", title: "We choose a writer", text: choose },
  {
    when: "When accepted",
    title: "The work starts",
    text: "You get an e-mail. You can still add files and answer questions on the order page.",
  },
  ...(deadline
    ? [
        {
          when: deadline.day,
          whenMore: <span className="nowrap">{deadline.clock}</span>,
          title: "Ready to read",
          text: deadline.text,
          action: (
            <LinkButton
              variant="quiet"
              small
              icon={Calendar}
              to={`/dashboard/orders/${order.id}/deadline.ics`}
              reloadDocument
            >
              Add to my calendar
            </LinkButton>
          ),
        },
      ]
    : []),
  ...(restCents > 0
    ? [
        {
          when: "On delivery",
          title: `You pay the rest, ${formatUsd(restCents)}`,
          text: "The final version opens then, and your time to read it starts.",
        },
      ]
    : []),
  {
    when: read.days,
    whenMore: read.until ?? undefined,
    title: "You decide",
    text: "Approve the work, or ask for a revision. A revision against your brief costs nothing.",
  },
];

const PaidWith = ({ data: { paid, shown, receipt } }: Props) => (
  <>
    {paid && (
      <div className="mt-4.5 grid grid-cols-[22px_1fr] items-center gap-3 border-t border-slip-rule pt-3.5 pb-1.5 leading-5.5 [&>svg]:size-5.5 [&>svg]:text-ok">
        <Icon of={CircleCheck} />
        <div>
          <b className="block font-semibold text-ok">{paid.method}</b>
          <span className="text-(length:--text-sm) text-ink-2">{paid.at}</span>
        </div>
      </div>
    )}
    <p className="mt-2">
      <ArrowLink icon={ReceiptText} to={`/checkout/${shown.order.id}/receipt`}>
        Open the receipt
      </ArrowLink>
    </p>
    {receipt && (
      <p>
        <ArrowLink icon={Download} to={`/checkout/${shown.order.id}/documents/${receipt}.pdf`} reloadDocument>
          Receipt as PDF
        </ArrowLink>
      </p>
    )}
  </>
);

const paidText = ({ paidCents, restCents }: PaidData): string =>
  restCents > 0 ? `First payment made, ${formatUsd(paidCents)}` : `Paid, ${formatUsd(paidCents)}`;

/** The end of the way through a payment: what is paid, what happens next and when, and how to reach the shop. */
export const PaidEnding = ({ data }: Props) => {
  const { shown } = data;
  const { id, number, title } = shown.order;
  const frame = useFrame();
  return (
    <main id="main" className="wrap order">
      <EndingHead
        status={<Status shape="check">{paidText(data)}</Status>}
        title="We have your order"
        lede={`${title}. We sent the receipt to ${frame?.person?.email ?? "you"}.`}
      />
      <div className="split-form mt-10">
        <div className="stack [--gap:48px]">
          <div>
            <NextMoments moments={momentsOf(data)} />
            <EndingActs>
              <LinkButton to={`/dashboard/orders/${id}`}>Go to the order</LinkButton>
              <LinkButton variant="outline" icon={Paperclip} to={`/dashboard/orders/${id}#files`}>
                Add files
              </LinkButton>
            </EndingActs>
          </div>
          <ReachAboutOrder number={number} />
        </div>
        <aside aria-label="Your order">
          <OrderBreakdown shown={shown} after={<PaidWith data={data} />} />
        </aside>
      </div>
    </main>
  );
};
