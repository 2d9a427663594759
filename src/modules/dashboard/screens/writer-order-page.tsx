import { type FormEventHandler, useRef } from "react";
import { type Action, compareWork } from "#src/modules/orders/index.ts";
import { Deal } from "#src/modules/writing/index.screens.ts";
import { formatUsd } from "#src/shared/money.ts";
import { zoneLabel } from "#src/shared/zone.ts";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Timeline } from "#src/ui/reading.tsx";
import { GivenRating } from "./rating-and-tip.tsx";
import "#src/ui/styles/pages/writer-order.css";
import { ChangeToAnswer } from "./change.tsx";
import { ClaimToAnswer, DisputePanel, Evidence, EvidenceField, EvidenceUpload } from "./dispute.tsx";
import { HiddenPassages } from "./hidden-contacts.tsx";
import { Conversation, OrderHead } from "./order-parts.tsx";
import { ActionBox, ActionButtons, type Asks, DoneNotice, openForm, RefusedNotice } from "./step-form.tsx";
import type { Refused } from "./submit-step.server.ts";
import { BriefFacts, Pay } from "./work/brief-and-pay.tsx";
import { Clock, DueBar } from "./work/clock.tsx";
import { Fold } from "./work/fold.tsx";
import { countedNow, HandOver } from "./work/hand-over.tsx";
import { PointAnswers, PointList, TickList } from "./work/points.tsx";
import { useKeptWork } from "./work/use-kept-work.ts";
import { Versions } from "./work-text.tsx";
import type { ShownWriterOrder } from "./writer-order.server.ts";

type Props = {
  shown: ShownWriterOrder;
  refused: Refused | undefined;
  /** The answer that the refusal comes from; its messages become fewer while they are mended. */
  since: unknown;
  onInput: FormEventHandler;
  /** Why a file of the plain form was not taken. */
  refusedUpload: string | undefined;
};
type Part = { shown: ShownWriterOrder; asks: Asks };

/** What waits for a yes or no stands where the clock will be. */
const Offer = ({ shown, asks }: Part) => {
  const { forms, step, answerUntil, deal } = shown;
  const decline = forms.find(({ action }) => action === "decline");
  return (
    <section className="sheet clock no-print" aria-labelledby="offer">
      <h2 className="t3" id="offer">
        An offer for you
      </h2>
      <Deal work={deal} className="mt-3" />
      {answerUntil && (
        <p className="small muted">{`Answer until ${answerUntil}. Without an answer, another writer gets it.`}</p>
      )}
      {step === "decline" && decline ? (
        <div className="mt-4">
          <ActionBox form={decline} asks={asks} inset />
        </div>
      ) : (
        <div className="row mt-4 [--gap:12px]">
          <ActionButtons forms={forms} step={step} asks={asks} />
        </div>
      )}
    </section>
  );
};

const Progress = ({ shown: { progress } }: Pick<Part, "shown">) => (
  <section aria-labelledby="progress" className="no-print max-lg:order-7">
    <h2 className="t2 mb-4" id="progress">
      Progress
    </h2>
    <Timeline
      moments={progress.map(({ state, title, at, text }, index) => ({
        key: `${index}-${title}`,
        state,
        title,
        at: at && <time dateTime={at.iso}>{at.text}</time>,
        note: text || undefined,
      }))}
    />
  </section>
);

/** A way out is a sentence at the end, never a button beside "Deliver". */
const Apart = ({ shown }: Pick<Part, "shown">) => {
  const { forms, delivers, handover } = shown;
  const dispute = forms.find(({ action }) => action === "open-dispute");
  const points = handover.facts.points.length > 0;
  if (!dispute && !delivers) return null;
  return (
    <section
      className="stack no-print border-t border-rule-strong pt-4 [--gap:10px] max-lg:order-8"
      aria-label="If you cannot continue"
    >
      {points && (
        <p className="small soft">
          A point asks for work that was never in the brief? Mark it “Not part of the brief”, and say why.
        </p>
      )}
      {delivers && !points && (
        <p className="small soft">
          Something is wrong with this order, or you cannot finish in time? Say it early:{" "}
          <a href="/contact">write to Support</a>. We find another writer, and nothing is deducted.
        </p>
      )}
      {dispute && (
        <p className="small soft">
          If you cannot find an agreement, you can <a href={`?step=${dispute.action}`}>open a dispute</a>. The money
          stays held until Support decides.
        </p>
      )}
    </section>
  );
};

const things = (count: number): string => (count === 1 ? "One thing" : `${count} things`);

/** Everything that stands in the way of a delivery, with the way to each; nothing typed is lost. */
const Missing = ({ refused, since }: { refused: Refused; since: unknown }) => {
  const count = Object.keys(refused.errors).length;
  return (
    <div className="mb-6">
      <ErrorSummary
        errors={refused.errors}
        message={count > 0 ? `${things(count)} before you deliver. Everything is saved.` : refused.message}
        since={since}
      />
    </div>
  );
};

/** The order while its writer works on it: the brief and the tray that hands over. */
const Working = ({ shown, refused, refusedUpload }: Pick<Props, "shown" | "refused" | "refusedUpload">) => {
  const place = useRef<HTMLDivElement>(null);
  const { order, handover, fileField, handedFiles, brief } = shown;
  const mine = refused?.action === "deliver" ? refused : undefined;
  // What was refused stands alone: a box that was not ticked is not among it.
  const first = mine?.values ?? handover.first;
  const files = (fileField?.known ?? []).map(({ id }) => id).filter((id) => !handedFiles.includes(id));
  const { texts, state } = useKeptWork(place, {
    orderId: order.id,
    next: handover.next,
    savedAt: handover.savedMs,
    first: { ...first, files: files.join(",") },
    restores: mine === undefined,
    address: `/dashboard/orders/${order.id}/draft`,
  });
  const errors = mine?.errors ?? {};
  const revision = handover.facts.points.length > 0;
  const compared = compareWork(handover.facts.promised, countedNow(texts));
  const checklist = <TickList checklist={brief.checklist} texts={texts} first={first} compared={compared} />;
  const facts = <BriefFacts shown={shown} checklist={checklist} />;
  return (
    <div className="flex min-w-0 flex-col gap-8 max-lg:contents" ref={place}>
      {revision ? (
        <PointAnswers
          points={handover.facts.points}
          askedAt={handover.askedAt}
          texts={texts}
          first={first}
          errors={errors}
        />
      ) : (
        <section className="sheet work-sheet max-lg:order-2" aria-labelledby="brief">
          <h2 className="t2" id="brief">
            Brief
          </h2>
          {facts}
        </section>
      )}
      <HandOver {...{ shown, texts, first, errors, state, refusedUpload }} />
      <div className="no-print max-lg:order-5">
        <Versions shown={shown} refused={refused} fold />
        <Hidden shown={shown} refused={refused} />
        {revision && (
          <Fold title="Brief and files" aside={brief.work}>
            {facts}
          </Fold>
        )}
      </div>
    </div>
  );
};

const Hidden = ({ shown, refused }: Pick<Props, "shown" | "refused">) => (
  <HiddenPassages
    passages={shown.hidden}
    reader={shown.order.client}
    open={refused?.action === "ask-passage" || shown.passageAsked}
  />
);

/** The order before and after its writer works on it. */
const Reading = ({ shown, refused }: Pick<Props, "shown" | "refused">) => (
  <div className="flex min-w-0 flex-col gap-8 max-lg:contents">
    <Versions shown={shown} refused={refused} fold={false} />
    <section className="sheet work-sheet max-lg:order-2" aria-labelledby="brief">
      <h2 className="t2" id="brief">
        Brief
      </h2>
      <BriefFacts shown={shown} checklist={<PointList checklist={shown.brief.checklist} />} />
    </section>
    <div className="no-print max-lg:order-5">
      <Hidden shown={shown} refused={refused} />
    </div>
  </div>
);

const payLabel = ({ pay, order }: ShownWriterOrder): string | null => {
  if (!pay) return null;
  return order.status === "assigned"
    ? `${formatUsd(pay.cents)} for you`
    : `${formatUsd(pay.cents)}, ${pay.label.toLowerCase()}`;
};

/** Forms that stand above the work. */
const disputeForms: readonly Action[] = ["open-dispute", "answer-dispute", "accept-decision", "appeal-decision"];
const answersChange = ({ action }: { action: Action }): boolean =>
  action === "accept-change" || action === "decline-change";

/** Whether the form that was refused still stands on the page. */
const formStands = ({ forms, step, texts }: ShownWriterOrder, refused: Refused | undefined): boolean =>
  refused?.action === "report"
    ? Boolean(texts.reading?.reports.field)
    : openForm(forms, step)?.action === refused?.action;

/** An order for its writer: the work on the left, people and money on the right. */
export const WriterOrderPage = ({ shown, refused, since, onInput, refusedUpload }: Props) => {
  const { order, delivers, zone, clock } = shown;
  const asks = { orderId: order.id, version: order.version, refused };
  const form = openForm(shown.forms, shown.step);
  const dispute = form && disputeForms.includes(form.action) ? form : undefined;
  const missing = refused?.action === "deliver" && delivers ? refused : undefined;
  return (
    <main id="main" className="wrap detail" onInput={onInput}>
      <OrderHead home="Your work" order={order} facts={[shown.brief.work, payLabel(shown), order.client]} />
      <DoneNotice done={shown.done} refused={refused !== undefined} />
      {missing ? (
        <Missing refused={missing} since={since} />
      ) : (
        <RefusedNotice refused={refused} since={since} open={formStands(shown, refused)} />
      )}
      {dispute && (
        <div className="mb-8 max-w-200">
          <ActionBox
            key={dispute.action}
            form={dispute}
            asks={asks}
            after={<EvidenceField field={shown.evidenceField} error={refused?.errors.files ?? refusedUpload} />}
          >
            <ClaimToAnswer sayings={shown.sayings} action={dispute.action} />
          </ActionBox>
          <EvidenceUpload field={shown.evidenceField} orderId={order.id} step={shown.step} />
        </div>
      )}
      {shown.dispute.length > 0 && (
        <div className="stack mb-8 max-w-200 [--gap:24px]">
          <DisputePanel steps={shown.dispute} />
          <Evidence files={shown.evidence} />
          <div className="row [--gap:12px]">
            <ActionButtons
              forms={shown.forms.filter(({ action }) => disputeForms.includes(action))}
              step={shown.step}
              asks={asks}
            />
          </div>
        </div>
      )}
      {shown.change && (
        <ChangeToAnswer
          change={shown.change}
          pay={shown.changePay}
          actions={<ActionButtons forms={shown.forms.filter(answersChange)} step={null} asks={asks} />}
        />
      )}
      <div className="split-form max-lg:flex max-lg:flex-col max-lg:items-stretch max-lg:gap-10 max-md:gap-8">
        {delivers ? (
          <Working key={order.version} shown={shown} refused={refused} refusedUpload={refusedUpload} />
        ) : (
          <Reading shown={shown} refused={refused} />
        )}
        <aside className="flex min-w-0 flex-col gap-10 max-lg:contents" aria-label="Clock, conversation, pay">
          {order.status === "assigned" && <Offer shown={shown} asks={asks} />}
          {clock && <Clock clock={clock} delivers={delivers} />}
          <Conversation shown={shown} asks={asks} />
          <Pay shown={shown} />
          {shown.rating && (
            <section aria-labelledby="review">
              <h2 className="t2 mb-1" id="review">
                Review by the client
              </h2>
              <GivenRating rating={shown.rating} />
            </section>
          )}
          <Progress shown={shown} />
          <Apart shown={shown} />
          <p className="small muted no-print max-lg:order-8">{`Times are in ${zoneLabel(zone)}.`}</p>
        </aside>
      </div>
      {clock && delivers && <DueBar clock={clock} />}
    </main>
  );
};
