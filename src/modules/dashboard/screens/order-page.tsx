import { type FormEventHandler, useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { OrderThread } from "#src/modules/chat/index.screens.ts";
import { formatUsd } from "#src/shared/money.ts";
import { zoneLabel } from "#src/shared/zone.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { ChevronDown, Icon, MessageCircle } from "#src/ui/icons.tsx";
import { Notice } from "#src/ui/notice.tsx";
import "#src/ui/styles/pages/client-order.css";
import { nameOf, priceLabel } from "./card-texts.ts";
import { AskedChangeNotice, MoreTimeNotice } from "./change.tsx";
import { CardActions, canPay, DueBar, openQuestion } from "./client-steps.tsx";
import { EvidenceFold } from "./dispute.tsx";
import { HiddenPassages } from "./hidden-contacts.tsx";
import type { ShownOrder } from "./order.server.ts";
import { OrderCard, OrderDocket, UndoApproval } from "./order-card.tsx";
import { Came, OrderFiles, PartnerFold, PromisedFold, QuoteFold, WorkFolds } from "./order-folds.tsx";
import { Documents, MoneyFold, OrderFormPrice } from "./order-money.tsx";
import { BriefFold, OrderHead, SayingsFold } from "./order-parts.tsx";
import { RatingPart, Tip } from "./rating-and-tip.tsx";
import { Reader } from "./reader.tsx";
import { type Asks, DoneNotice, openForm, RefusedNotice } from "./step-form.tsx";
import type { Refused } from "./submit-step.server.ts";

type OrderTalkProps = { shown: ShownOrder; refused: Refused | undefined };

/** The last thing that was written, for the closed row. */
const lastOf = ({ thread, order }: ShownOrder): string => {
  const last = thread?.thread?.page.messages.findLast(({ senderType, aside }) => senderType === "user" && !aside);
  if (!last) return "Write about this order";
  const who = last.mine ? "You" : last.fromSupport ? "Support" : (order.writer ?? "Your writer");
  return `${who}: ${last.message || (last.attachmentName ?? "a file")}`;
};

const closedFirst: readonly string[] = ["pending", "delivered", "completed"];

/** The conversation: a row under 1024 px that opens, open from the start where it matters most; always open above. */
const OrderTalk = ({ shown, refused }: OrderTalkProps) => {
  const { hash } = useLocation();
  const [open, setOpen] = useState(!closedFirst.includes(shown.order.status) || refused?.action === "say");
  useEffect(() => {
    if (hash === "#conversation") setOpen(true);
  }, [hash]);
  if (!shown.thread) return null;
  const unread = shown.thread.thread?.page.unread ?? 0;
  return (
    <details
      className="talk no-print group border-rule-strong max-lg:border-y"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-16 grid-cols-[22px_minmax(0,1fr)_auto_20px] items-center gap-3 max-lg:grid">
        <Icon of={MessageCircle} className="text-ink-3" />
        <span>
          <b className="block font-semibold leading-[1.375rem]">Conversation</b>
          <small className="meta truncate wrap-anywhere">{lastOf(shown)}</small>
        </span>
        {unread > 0 ? <span className="count">{unread}</span> : <span />}
        <Icon of={ChevronDown} className="text-ink-3 group-open:rotate-180" />
      </summary>
      <OrderThread thread={shown.thread} refused={refused?.action === "say" ? refused : undefined} />
    </details>
  );
};

type Props = {
  shown: ShownOrder;
  refused: Refused | undefined;
  /** The answer that the refusal comes from; its messages become fewer while they are mended. */
  since: unknown;
  onInput: FormEventHandler;
  /** Why a file of the plain form was not taken. */
  refusedUpload: string | undefined;
};

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
      actions={<LinkButton to={`/checkout/${order.id}/refund-account`}>Enter an account</LinkButton>}
    >
      You paid by bank transfer, so your refund is a bank transfer too. We send it when we know your account.
    </Notice>
  ) : null;

const ended: readonly string[] = ["cancelled", "refunded"];

const licenceOf = ({ order, texts }: ShownOrder): string | null => {
  if (!texts.reading?.final || ended.includes(order.status)) return null;
  return order.status === "completed"
    ? "You may use this text as a model for your own work."
    : "When the order is finished, you may use this text as a model for your own work.";
};

/** The text is set on the page while it waits to be decided on or is finished, and whenever it was asked for. */
const setText = ({ order, texts: { reading, asked } }: ShownOrder) => {
  if (!reading || reading.text.trim() === "") return null;
  const first = order.status === "delivered" || order.status === "completed" || !reading.final;
  return first || asked ? reading : null;
};

const Text = ({ shown, reading }: Pick<Props, "shown"> & { reading: NonNullable<ShownOrder["texts"]["reading"]> }) => (
  <Reader
    name={nameOf(reading)}
    text={reading.text}
    licence={licenceOf(shown)}
    number={reading.number}
    changes={shown.texts.changes}
  />
);

/** What a version that waits for its client's decision brought, then what finished work asks for, and the actions. */
const CardParts = ({ shown, refused, asks }: Pick<Props, "shown" | "refused"> & { asks: Asks }) => {
  const { order, texts } = shown;
  const reads = order.status === "delivered" || order.status === "completed";
  return (
    <>
      {reads && texts.reading && <Came shown={shown} reading={texts.reading} />}
      {order.status === "completed" && (
        <div className="mt-5 max-lg:order-3">
          <RatingPart shown={shown} refused={refused} />
          <Tip shown={shown} refused={refused} />
        </div>
      )}
      <CardActions shown={shown} asks={asks} />
    </>
  );
};

/** A client's own order: one card with its question, then the work, the conversation, the price and what is looked up. */
export const OrderPage = ({ shown, refused, since, onInput, refusedUpload }: Props) => {
  const { order, step, zone } = shown;
  const asks = { orderId: order.id, version: order.version, refused };
  const asked = openQuestion(shown);
  const reading = setText(shown);
  const open = refused !== undefined && openForm(shown.forms, step)?.action === refused.action;
  const unpaid = canPay(shown);
  const Card = unpaid ? OrderDocket : OrderCard;
  return (
    <main id="main" className="wrap detail od max-lg:pb-12" onInput={onInput}>
      <OrderHead
        home="Your orders"
        order={order}
        facts={[shown.brief.work, unpaid ? null : priceLabel(shown)]}
        inCard
      />
      <DoneNotice done={shown.done} refused={refused !== undefined} />
      <RefusedNotice refused={refused?.newPrice ? undefined : refused} since={since} open={open} />
      <div className="mb-6 grid gap-4 empty:hidden">
        <AskAccount shown={shown} />
        {shown.moreTime && <MoreTimeNotice time={shown.moreTime} />}
        {shown.change && !step && <AskedChangeNotice change={shown.change} orderId={order.id} />}
        <LateCredit shown={shown} />
      </div>
      <Card shown={shown}>
        <CardParts shown={shown} refused={refused} asks={asks} />
      </Card>
      <div className="no-print mt-1 flex flex-wrap items-center justify-between gap-x-6 text-sm/5 text-ink-3">
        <p>{`Times are in ${zoneLabel(zone)}.`}</p>
        <Link className="link" to="?with=support#conversation">
          Ask about this order
        </Link>
        <Link className="link" to={`/dashboard/orders/${order.id}/threat`}>
          Somebody threatens me
        </Link>
      </div>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)_23rem] grid-rows-[auto_1fr] items-start gap-x-12 gap-y-10 lg:max-[1200px]:grid-cols-[minmax(0,1fr)_20rem] lg:max-[1200px]:gap-x-8 max-lg:mt-3 max-lg:flex max-lg:flex-col max-lg:items-stretch max-lg:gap-7">
        {/* The wide column is the text's; without one the conversation has it. */}
        <div
          className={cx(
            "min-w-0 max-lg:block",
            reading ? "col-start-2 row-start-1" : "col-start-1 row-[1/span_2] grid grid-cols-1 gap-8",
          )}
        >
          <OrderTalk shown={shown} refused={refused} />
          {ended.includes(order.status) && shown.money.documents.length > 0 && (
            <section className="no-print max-lg:mt-7" aria-labelledby="papers">
              <h2 className="t2 mb-3" id="papers">
                Documents
              </h2>
              <Documents shown={shown} />
            </section>
          )}
        </div>
        <div
          className={cx(
            "grid min-w-0 grid-cols-1 gap-8",
            reading ? "col-start-1 row-[1/span_2]" : unpaid ? "col-start-2 row-start-1" : "col-start-2 row-start-2",
          )}
        >
          {reading && <Text shown={shown} reading={reading} />}
          <div className={reading ? "no-print" : "for-print"}>
            <WorkFolds shown={shown} set={reading !== null} />
            <QuoteFold shown={shown} />
            <SayingsFold
              sayings={shown.sayings.filter(
                (one) => (step || one !== asked) && !shown.card.quotedIds.includes(one.key),
              )}
            />
            <EvidenceFold files={shown.evidence} />
            <BriefFold brief={shown.brief} typed={shown.typed} hidden={shown.hidden.length > 0} />
            <HiddenPassages
              passages={shown.hidden}
              reader={order.writer ?? "the writer"}
              open={refused?.action === "ask-passage" || shown.passageAsked}
            />
            <OrderFiles
              files={shown.files}
              field={shown.fileField}
              preview={shown.preview}
              orderId={order.id}
              added={shown.filesAdded}
              error={refused?.action === "add-files" ? (refused.errors.files ?? refused.message) : refusedUpload}
            />
            <PartnerFold shown={shown} />
            <MoneyFold shown={shown} documents={!ended.includes(order.status)} />
            <PromisedFold shown={shown} />
          </div>
        </div>
        {!unpaid && (
          <div className={cx("col-start-2 min-w-0", reading ? "row-start-2" : "row-start-1")}>
            <OrderFormPrice shown={shown} />
          </div>
        )}
      </div>
      {shown.undo && <UndoApproval undo={shown.undo} asks={asks} />}
      <DueBar shown={shown} />
    </main>
  );
};
