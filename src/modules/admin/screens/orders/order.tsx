import { useEffect, useRef, useState } from "react";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { ReadThread } from "#src/modules/chat/index.screens.ts";
import type { revealHidden } from "#src/modules/chat/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { useLiveOrder } from "#src/modules/orders/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { formatDay, formatMoment, localOf, nearMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Icon, Info } from "#src/ui/icons.tsx";
import { sendOrKeep, unlessNotSent } from "#src/ui/keep-page.ts";
import { Notice } from "#src/ui/notice.tsx";
import { readFields, writeFields } from "#src/ui/typed-fields.ts";
import { useFlash } from "#src/ui/use-sent.ts";
import { disputeView } from "../../domain/dispute-phases.ts";
import { WaitingRefunds, waitingRefundSteps } from "../payments/waiting-refunds.tsx";
import { openingSteps, SealTurn } from "../people/seal-opening.tsx";
import type { Route } from "./+types/order.ts";
import { DisputeCard } from "./dispute-card.tsx";
import { NextActorCard } from "./next-actor-card.tsx";
import { type OrderPageData, orderPageData } from "./order.server.ts";
import { BriefPanel } from "./order-facts.tsx";
import { OrderHead } from "./order-head.tsx";
import { HistoryPanel } from "./order-history.tsx";
import { MoneyPanel } from "./order-money.tsx";
import { NotesPanel } from "./order-notes.tsx";
import { PeoplePanel } from "./order-people.tsx";
import { RatingPanel, TextsPanel } from "./order-work.tsx";
import { RefusedNotice } from "./step-form.tsx";
import { type Refused, submitAdminStep } from "./submit-order-step.server.ts";

type OrderThreadProps = {
  shown: OrderPageData;
  zone: string;
  /** What was hidden, for an admin who asked for it; null before. */
  hidden: Extract<Awaited<ReturnType<typeof revealHidden>>, { ok: true }>["value"] | null;
};

/** Messages as they were typed, while the order is disputed. */
const Hidden = ({ shown: { order, thread }, zone, hidden }: OrderThreadProps) => {
  if (order.status !== "disputed" || !thread) return null;
  if (hidden)
    return (
      <section className="mt-6" aria-labelledby="hidden-texts">
        <h3 className="label" id="hidden-texts">
          As it was typed
        </h3>
        {hidden.length === 0 && <p className="small muted">Nothing was hidden in this order&apos;s messages.</p>}
        <ul className="stack [--gap:12px] mt-3">
          {hidden.map(({ id, side, timestamp, text }) => (
            <li key={id}>
              <span className="small muted">{`${side === "client" ? "Client" : "Writer"}, ${formatMoment(timestamp, zone)}`}</span>
              <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <Form method="post" preventScrollReset className="mt-6">
      <input type="hidden" name="step" value="read-hidden" />
      <p className="small muted mb-3">
        The order is disputed, so you can read what was hidden in messages. The audit log records that you did.
      </p>
      <Button small variant="outline">
        Show what was hidden
      </Button>
    </Form>
  );
};

/** What client and writer wrote to each other, folded until somebody needs it. */
const ThreadPanel = ({ shown, zone, hidden }: OrderThreadProps) => {
  const { thread } = shown;
  if (!thread || (!thread.thread && thread.earlier.length === 0)) return null;
  const count = thread.thread?.page.messages.length ?? 0;
  return (
    <div id="thread">
      <Panel title="Messages of client and writer" pad>
        <details className="thread-fold" open={hidden !== null}>
          <summary>
            <b className="strong">Read them</b>
            <span className="num">
              {count === 1 ? "1 message" : `${count}${thread.thread?.page.older ? "+" : ""} messages`}
            </span>
          </summary>
          <ReadThread thread={thread} />
          <Hidden shown={shown} zone={zone} hidden={hidden} />
        </details>
      </Panel>
    </div>
  );
};

type Held = { changes: number; at: Date; read: () => Promise<void> };
type Props = { shown: OrderPageData; clock: { now: Date; zone: string } };

/**
 * Follows the order. The page is read anew when it changed; while something is typed it stays, and this line says since
 * when it is old.
 */
const OrderChanged = ({ shown: { order, changes }, clock: { now, zone } }: Props) => {
  const [held, setHeld] = useState<Held | null>(null);
  useLiveOrder({ id: order.id, changes }, (read) => setHeld({ changes, at: new Date(), read }));
  const typed = useRef<ReturnType<typeof readFields> | null>(null);
  // The changed page is drawn: what was typed goes back into the fields that are still there.
  useEffect(() => {
    if (changes > 0 && typed.current) writeFields(typed.current);
    typed.current = null;
  }, [changes]);
  const show = (read: Held["read"]): void => {
    typed.current = readFields();
    void read();
  };
  const old = held !== null && held.changes === changes ? held : null;
  return (
    <div role="status">
      {old && (
        <div className="mb-4 grid min-h-11 grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-2.5 rounded-md border border-pen bg-pen-tint pr-1 pl-3.5 text-sm leading-5">
          <Icon of={Info} className="size-5 text-pen" />
          <p>
            <b className="font-semibold">{`Changed, ${localOf(old.at, zone).time}.`}</b>
            {` You still see the page as it was at ${localOf(now, zone).time}. What you typed stays.`}
          </p>
          <button type="button" className="btn btn-quiet btn-sm" onClick={() => show(old.read)}>
            Show
          </button>
        </div>
      )}
    </div>
  );
};

export async function loader({ context, request, params: { orderId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "orders");
  const clock = await readerClock(ctx, person);
  const { now, zone } = clock;
  const shown = await orderPageData(ctx, request, { person, orderId, zone });
  const when = (at: Date) => nearMoment(at, zone, now);
  const day = (at: Date) => formatDay(at, zone, now);
  const dispute = disputeView(shown.order, shown.history, { me: person.id, now, when, day, names: shown.names });
  return { ...clock, shown, dispute };
}

export async function action({ context, request, params: { orderId } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "orders");
  const { zone } = await readerClock(ctx, person);
  return submitAdminStep(ctx, request, orderId, zone);
}

/** A delivery of many pages does not go with a page that cannot be reached. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const step = String((await request.clone().formData()).get("step") ?? "");
  return sendOrKeep(serverAction, { step, labels: {} });
}

/** Also after a refusal: a conflict means that the page shows an old state. */
export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  tabTitle(`Order ${loaderData?.shown.order.number ?? ""}`, matches);

/** Forms beside those of the table of actions that stand on the page. */
const waitingSteps = ({ reading, refundsWaiting, seal }: OrderPageData): readonly string[] => [
  ...(seal ? openingSteps : []),
  "write-writer",
  "write-client",
  ...(reading?.reports.field ? ["report"] : []),
  ...(refundsWaiting.length > 0 ? waitingRefundSteps : []),
];

/** With little in the left column the notes stand there, so that both columns end together. */
const isShort = ({ history, deliveries, thread }: OrderPageData): boolean =>
  history.length + 2 * deliveries.length + (thread?.thread ? 2 : 0) <= 14;

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, dispute, now, zone } = loaderData;
  const hidden = actionData && "hidden" in actionData ? actionData.hidden : null;
  const refused: Refused | undefined = actionData && !("hidden" in actionData) ? actionData : undefined;
  const done = useFlash(shown.done);
  const clock = { now, zone };
  const notesLeft = isShort(shown);
  const notes = (
    <div className="o-notes max-xl:order-4">
      <NotesPanel shown={shown} time={clock} refused={refused} />
    </div>
  );
  return (
    <>
      <OrderHead shown={shown} clock={clock} />
      <OrderChanged shown={shown} clock={clock} />
      {done && !refused && <Notice tone="ok" title={done} live className="mb-6" />}
      {shown.isOwn && (
        <Notice tone="warn" title="This is your own order." className="mb-6">
          Another admin must do the admin's steps for it.
        </Notice>
      )}
      <RefusedNotice
        refused={refused}
        steps={[...shown.forms.map(({ action: step }) => step), ...waitingSteps(shown)]}
      />
      {shown.seal && <SealTurn page={shown.seal} refused={refused} />}
      <WaitingRefunds refunds={shown.refundsWaiting} zone={zone} asks={{ version: shown.order.version, refused }} />
      <NextActorCard key={shown.order.version} {...{ shown, clock, refused, dispute }} />
      <DisputeCard shown={shown} clock={clock} refused={refused} />
      <div className="grid grid-cols-[minmax(0,1fr)_25rem] items-stretch gap-6 max-xl:grid-cols-[minmax(0,1fr)] xl:max-[1440px]:grid-cols-[minmax(0,1fr)_22.5rem]">
        <div className="ocol flex min-w-0 flex-col gap-6 max-xl:contents">
          <div className="max-xl:order-1">
            <BriefPanel shown={shown} />
          </div>
          <div className="empty:hidden max-xl:order-3">
            <TextsPanel shown={shown} zone={zone} refused={refused} />
          </div>
          <div className="empty:hidden max-xl:order-3">
            <ThreadPanel shown={shown} zone={zone} hidden={hidden} />
          </div>
          <div className="max-xl:order-6" id="story">
            <HistoryPanel shown={shown} zone={zone} />
          </div>
          {notesLeft && notes}
        </div>
        <div className="ocol flex min-w-0 flex-col gap-6 max-xl:contents">
          <div className="max-xl:order-2">
            <PeoplePanel shown={shown} time={clock} />
          </div>
          <div className="empty:hidden max-xl:order-4">
            <RatingPanel shown={shown} zone={zone} refused={refused} />
          </div>
          {!notesLeft && notes}
          <div className="max-xl:order-5">
            <MoneyPanel shown={shown} time={clock} refused={refused} />
          </div>
        </div>
      </div>
    </>
  );
}
