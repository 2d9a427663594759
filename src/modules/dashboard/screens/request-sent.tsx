import { Paperclip } from "lucide-react";
import { requireFactor, requirePerson } from "#src/modules/accounts/index.server.ts";
import { ReachAboutOrder, tabTitle, useFrame } from "#src/modules/operator/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { EndingActs, EndingHead, NextMoments } from "#src/ui/ending.tsx";
import { PriceBreakdown } from "#src/ui/price-breakdown.tsx";
import { Status } from "#src/ui/status.tsx";
import type { Route } from "./+types/request-sent.ts";
import { type SentRequest, sentRequest } from "./request.server.ts";

export const handle = { footer: true, trail: { steps: ["Request", "Quote", "Payment", "Done"], at: 0 } };

export async function loader({ context, request, params: { orderId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireFactor(requirePerson(ctx, request), request);
  return { sent: await sentRequest(ctx, request, orderId) };
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Your request is with us", matches);

const hours = (count: number): string => (count === 1 ? "1 hour" : `${count} hours`);

const momentsOf = ({ quoteAlarmHours, quoteHours, payBy }: SentRequest) => [
  {
    when: "Now",
    whenMore: `${hours(quoteAlarmHours)} is our goal`,
    title: "We send you a price, scope and deadline",
    text: `If something is not clear, we ask you first. If it takes longer than ${hours(quoteAlarmHours)}, a second person is asked.`,
  },
  {
    when: hours(quoteHours),
    whenMore: "from the quote",
    title: "You decide",
    text: `The quote is valid for ${hours(quoteHours)}. Accept it, ask for another one, or let it go. That costs nothing.`,
  },
  {
    when: "Then",
    title: "You pay, and the work starts",
    text: `${payBy}The total that you see is the total you pay.`,
  },
];

const Slip = ({ sent: { number, title, files, wished } }: { sent: SentRequest }) => (
  <PriceBreakdown aside={`No. ${number}`}>
    <dl className="lines">
      <div>
        <dt>Work</dt>
        <dd className="amt">Custom order</dd>
        <dd className="why wrap-anywhere">{title}</dd>
      </div>
      <div>
        <dt>Files</dt>
        <dd className={files.length > 0 ? "amt" : "amt none"}>{files.length > 0 ? files.length : "none"}</dd>
        {files.length > 0 && <dd className="why wrap-anywhere">{files.join(", ")}</dd>}
      </div>
      {wished && (
        <div>
          <dt>Wanted by</dt>
          <dd className="amt">{wished.day}</dd>
          <dd className="why nowrap">{wished.clock}</dd>
        </div>
      )}
    </dl>
    <p className="pt-4.5 pb-1">
      <b className="block font-serif text-[1.75rem]/8.5 font-[460] tracking-[-0.012em]">No price yet</b>
      <span className="small mt-1.5 block text-ink-2">
        A person reads your request and writes the lines here. You see them before you pay anything.
      </span>
    </p>
  </PriceBreakdown>
);

/** The end of asking for custom work: nothing is charged, and a price comes. */
export default function RequestSent({ loaderData: { sent } }: Route.ComponentProps) {
  const frame = useFrame();
  const order = `/dashboard/orders/${sent.id}`;
  return (
    <main id="main" className="wrap order">
      <EndingHead
        status={
          <Status shape="dashed" tone="warn">
            We are preparing your quote
          </Status>
        }
        title="Your request is with us"
        lede={`Nothing is charged, and nothing is ordered yet. We write to ${frame?.person?.email ?? "you"} when the price is ready.`}
      />
      <div className="split-form mt-10">
        <div className="stack [--gap:48px]">
          <div>
            <NextMoments moments={momentsOf(sent)} />
            <EndingActs>
              <LinkButton to={order}>Open the request</LinkButton>
              <LinkButton variant="outline" icon={Paperclip} to={`${order}#files`}>
                Add files
              </LinkButton>
            </EndingActs>
          </div>
          <ReachAboutOrder number={sent.number} />
        </div>
        <aside aria-label="Your request">
          <Slip sent={sent} />
        </aside>
      </div>
    </main>
  );
}
