import type { FormEventHandler } from "react";
import { OrderThread } from "#src/modules/chat/index.screens.ts";
import { formatUsd } from "#src/shared/money.ts";
import { zoneLabel } from "#src/shared/zone.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { TermList, Timeline } from "#src/ui/reading.tsx";
import { AskedChangeNotice } from "./change.tsx";
import { ClientClock } from "./client-clock.tsx";
import { NextSteps, OpenStep, openQuestion } from "./client-steps.tsx";
import { ClientWork } from "./client-work.tsx";
import { decidedHere } from "./decision.tsx";
import { DisputePanel } from "./dispute-panel.tsx";
import { Evidence, EvidenceUpload } from "./evidence.tsx";
import type { ShownOrder } from "./order.server.ts";
import { OrderFiles } from "./order-files.tsx";
import { Money, OrderFormPrice } from "./order-money.tsx";
import { Brief, OrderHead, Sayings } from "./order-parts.tsx";
import { QuotePanel } from "./quote-panel.tsx";
import { RatingPart } from "./rating.tsx";
import { DoneNotice, openForm, RefusedNotice } from "./step-form.tsx";
import type { Refused } from "./submit-step.server.ts";
import { Tip } from "./tip.tsx";

type Props = {
  shown: ShownOrder;
  refused: Refused | undefined;
  /** The answer that the refusal comes from; its messages become fewer while they are mended. */
  since: unknown;
  onInput: FormEventHandler;
  /** Why a file of the plain form was not taken. */
  refusedUpload: string | undefined;
};

const priceLabel = (shown: ShownOrder): string | null => {
  const { order, money, restCents, backCents } = shown;
  const { paymentStatus, shown: label } = order;
  const { payCents: priceCents } = shown;
  if (priceCents === null) return null;
  if (restCents > 0) return `${formatUsd(priceCents)}, ${formatUsd(money.paidCents)} paid`;
  if (backCents > 0 && backCents === priceCents) return `${formatUsd(priceCents)}, sent back`;
  if (backCents > 0) return `${formatUsd(priceCents)}, ${formatUsd(backCents)} sent back`;
  const paid = label.tone !== "off" && (paymentStatus === "paid" || paymentStatus === "released");
  return paid ? `${formatUsd(priceCents)}, paid` : formatUsd(priceCents);
};

/** Delivered work has no deadline any more, its reader has one. The clock says both while it runs. */
const timeLabel = ({ order, changesUntil, due, undo, clock }: ShownOrder): string | null => {
  if (undo || clock) return null;
  if (order.status === "delivered" && changesUntil) return `Decide until ${changesUntil}`;
  return due && `Due ${due}`;
};

const Progress = ({ shown: { timeline } }: Pick<Props, "shown">) => (
  <section aria-labelledby="progress" className="no-print">
    <h2 className="t2 mb-4" id="progress">
      Progress
    </h2>
    <Timeline
      moments={timeline.map(({ state, title, at, text }) => ({
        key: `${state}-${title}`,
        state,
        title,
        at: at && <time dateTime={at.iso}>{at.text}</time>,
        note: text || undefined,
      }))}
    />
  </section>
);

/** What late work gives back is never asked for: it is credited with the delivery. */
const LateCredit = ({ shown: { lateCredit } }: Pick<Props, "shown">) =>
  lateCredit && (
    <Notice tone="ok" title={lateCredit.title} className="no-print">
      <p>{lateCredit.text}</p>
      {lateCredit.rule && <p className="small muted mt-2">{lateCredit.rule}</p>}
    </Notice>
  );

/** A refund by transfer waits for where to send it. */
const AskAccount = ({ shown: { accountAsked, order } }: Pick<Props, "shown">) =>
  accountAsked && !accountAsked.given ? (
    <Notice
      tone="warn"
      title={`Tell us where ${formatUsd(accountAsked.cents)} should go.`}
      actions={<LinkButton to={`/checkout/${order.id}/refund-account`}>Name an account</LinkButton>}
    >
      You paid by bank transfer, so your refund goes back by one. We send it when we know your account.
    </Notice>
  ) : null;

/** A client's own order: what it waits for, the work to read, the brief, the price and the money. */
export const OrderPage = ({ shown, refused, since, onInput, refusedUpload }: Props) => {
  const { order, step, texts, zone } = shown;
  const asks = { orderId: order.id, version: order.version, refused };
  const asked = openQuestion(shown);
  const decided = decidedHere(shown);
  const open = refused !== undefined && openForm(shown.forms, step)?.action === refused.action;
  return (
    <main id="main" className="wrap detail" onInput={onInput}>
      <OrderHead home="Your orders" order={order} facts={[shown.brief.work, timeLabel(shown), priceLabel(shown)]} />
      <ClientClock clock={shown.clock} />
      <DoneNotice done={shown.done} refused={refused !== undefined} />
      <RefusedNotice refused={refused?.newPrice ? undefined : refused} since={since} open={open} />
      <div className="split-form">
        <div className="stack [--gap:48px]">
          {!decided && <OpenStep shown={shown} asks={asks} />}
          <EvidenceUpload field={shown.evidenceField} orderId={order.id} step={step} />
          <AskAccount shown={shown} />
          {shown.change && !step && <AskedChangeNotice change={shown.change} orderId={order.id} />}
          <QuotePanel shown={shown} />
          <LateCredit shown={shown} />
          <DisputePanel steps={shown.dispute} />
          <Evidence files={shown.evidence} />
          <ClientWork shown={shown} asks={asks} />
          <RatingPart shown={shown} refused={refused} />
          <Tip shown={shown} refused={refused} />
          <OrderAgain order={order} />
          {!decided && <NextSteps shown={shown} asks={asks} />}
          <Sayings sayings={shown.sayings.filter((one) => step || one !== asked)} />
          <Brief brief={shown.brief} typed={shown.typed} printed={!texts.reading} />
          <OrderFiles
            files={shown.files}
            field={shown.fileField}
            preview={shown.preview}
            orderId={order.id}
            error={refused?.action === "add-files" ? (refused.errors.files ?? refused.message) : refusedUpload}
          />
        </div>
        <aside className="stack [--gap:40px]" aria-label="Conversation, progress and price">
          {shown.thread && (
            <OrderThread thread={shown.thread} refused={refused?.action === "say" ? refused : undefined} />
          )}
          <Progress shown={shown} />
          <OrderFormPrice shown={shown} />
          <Money shown={shown} />
          <Promised promised={shown.promised} />
          <p className="small muted no-print">{`Times are in ${zoneLabel(zone)}.`}</p>
        </aside>
      </div>
    </main>
  );
};

/** The guarantees of this order, which no later change of settings moves. */
const Promised = ({ promised: { times, ladder } }: Pick<ShownOrder, "promised">) => (
  <details className="no-print">
    <summary className="min-h-11 content-center">What this order was promised</summary>
    <div className="stack mt-4">
      <TermList terms={times.map((one) => ({ key: one.term, term: one.term, value: one.text }))} />
      <h3 className="t3">Money back</h3>
      <TermList terms={ladder.map((one) => ({ key: one.term, term: one.term, value: one.text }))} />
    </div>
  </details>
);

const over: readonly string[] = ["completed", "cancelled", "refunded"];

/** The way to the same work once more, from an order that is over. */
const OrderAgain = ({ order: { id, kind, status } }: Pick<ShownOrder, "order">) =>
  over.includes(status) ? (
    <section className="no-print" aria-labelledby="again">
      <h2 className="t2 mb-1" id="again">
        The same again
      </h2>
      <p className="soft mb-4">
        The form opens with this brief. You choose a new deadline and add the files that are needed.
      </p>
      <LinkButton variant="outline" to={`${kind === "custom" ? "/custom" : "/order"}?again=${id}`}>
        Order again
      </LinkButton>
    </section>
  ) : null;
