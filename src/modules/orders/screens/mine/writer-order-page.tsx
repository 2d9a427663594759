import { FileField, FileList, PlainUpload } from "#src/modules/files/index.screens.ts";
import { Deal, ForgetText, KeptText } from "#src/modules/writing/index.screens.ts";
import { formatUsd } from "#src/shared/money.ts";
import { zoneLabel } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Brief, OrderHead, Sayings } from "./order-parts.tsx";
import { ActionBox, ActionButtons, type Asks, DoneNotice, openForm, RefusedNotice, StepForm } from "./step-form.tsx";
import type { Refused } from "./take-step.server.ts";
import { WorkText } from "./work-text.tsx";
import type { ShownWriterOrder } from "./writer-order.server.ts";

type Props = {
  shown: ShownWriterOrder;
  refused: Refused | undefined;
  /** Why a file of the plain form was not taken. */
  refusedUpload: string | undefined;
};

type DeliverProps = Pick<Props, "shown" | "refusedUpload"> & { asks: Asks; handedOver: string | undefined };

/** Two ways to hand over, each with what it does; without scripts the pressed button says which. */
const HandOverButtons = ({ busy }: { busy: FormData | null }) => (
  <div className="hand-over">
    <div>
      <Button name="draft" value="on" variant="outline" busy={busy?.has("draft") ?? false}>
        Send a draft
      </Button>
      <p className="small muted mt-2">The client may read it. The clock goes on, and you deliver later.</p>
    </div>
    <div>
      <Button name="final" value="on" busy={busy?.has("final") ?? false}>
        Deliver the finished work
      </Button>
      <p className="small muted mt-2">The order is delivered, and the client&apos;s time to read it starts.</p>
    </div>
  </div>
);

const Deliver = ({ shown, asks, handedOver, refusedUpload }: DeliverProps) => {
  const mine = asks.refused?.action === "deliver" ? asks.refused : undefined;
  return (
    <section className="no-print" aria-labelledby="hand">
      <h2 className="t2 mb-4" id="hand">
        Hand over the work
      </h2>
      {shown.fileField && <PlainUpload {...shown.fileField} next={`/dashboard/orders/${asks.orderId}#hand`} />}
      <StepForm {...asks} action="deliver" label="Hand over" long buttons={(busy) => <HandOverButtons busy={busy} />}>
        <Field
          name="text"
          label="The work as text"
          hint="At most 200,000 characters. Line ends and spaces are kept. It may stay empty when you add files."
          error={mine?.errors.text}
        >
          <KeptText orderId={asks.orderId} handedOver={handedOver} maxLength={200_000} typed={mine?.values.text} />
        </Field>
        {shown.fileField && (
          <FileField
            {...shown.fileField}
            used={shown.handedFiles}
            hint="The finished work, tables, code."
            plain="Send each file with the form above, before you write."
            error={mine?.errors.files ?? refusedUpload}
            optional
          />
        )}
        <Field name="note" label="A note to the client" optional error={mine?.errors.note}>
          <Textarea rows={3} maxLength={2_000} defaultValue={mine?.values.note} />
        </Field>
      </StepForm>
    </section>
  );
};

/** What the client sent along. */
const Sources = ({ shown: { files, preview } }: Pick<Props, "shown">) =>
  files.length === 0 ? null : (
    <section aria-labelledby="files" className="no-print">
      <h2 className="t2 mb-1" id="files">
        Files of the client
      </h2>
      <FileList files={files} label="Files of the client" preview={preview} />
    </section>
  );

const Steps = ({ shown, asks }: Pick<Props, "shown"> & { asks: Asks }) => {
  const { forms, step, order, answerUntil, deal } = shown;
  return (
    <section className="decide no-print" aria-labelledby="next">
      <h2 className="t2" id="next">
        What happens next
      </h2>
      <p>{order.next}</p>
      {answerUntil && <Deal work={deal} />}
      {answerUntil && <p className="small muted">{`The offer stands until ${answerUntil}.`}</p>}
      <div className="row [--gap:12px]">
        <ActionButtons forms={forms} step={step} asks={asks} />
      </div>
    </section>
  );
};

type Saying = ShownWriterOrder["sayings"][number];

/** What the client asked to change, before everything else that was said. */
const Points = ({ asked }: { asked: Saying | undefined }) =>
  asked ? (
    <Notice tone="warn" title="The client asks for these changes">
      <p className="whitespace-pre-wrap wrap-anywhere">{asked.text}</p>
      <p className="small muted mt-2">{asked.at}</p>
    </Notice>
  ) : null;

const payLabel = ({ payCents }: ShownWriterOrder["deal"]): string | null =>
  payCents === null ? null : `For you: ${formatUsd(payCents)}`;

/** An order as its writer works on it: the own deadline, the brief, what was said, and the steps that are allowed. */
export const WriterOrderPage = ({ shown, refused, refusedUpload }: Props) => {
  const { order, due, zone, delivers } = shown;
  const asks = { orderId: order.id, version: order.version, refused };
  const asked =
    order.status === "revision_requested"
      ? shown.sayings.findLast(({ action }) => action === "request-revision")
      : undefined;
  const form = openForm(shown.forms, shown.step);
  const newest = shown.texts.reading?.text;
  const open = refused !== undefined && (form?.action === refused.action || (refused.action === "deliver" && delivers));
  return (
    <main id="main" className="wrap detail">
      <OrderHead
        home="Your work"
        order={order}
        facts={[
          shown.brief.work,
          due && `Your deadline: ${due} (${zoneLabel(zone)})`,
          `Client: ${order.client}`,
          payLabel(shown.deal),
        ]}
      />
      <DoneNotice done={shown.done} refused={refused !== undefined} />
      <RefusedNotice refused={refused} open={open} />
      <div className="stack max-w-200 [--gap:48px]">
        {form && <ActionBox key={form.action} form={form} asks={asks} />}
        <Steps shown={shown} asks={asks} />
        <Points asked={asked} />
        <Brief brief={shown.brief} printed={!shown.texts.reading} />
        <Sources shown={shown} />
        <Sayings sayings={shown.sayings.filter((one) => one !== asked)} />
        <WorkText texts={shown.texts} by="Your note" preview={shown.preview} />
        {delivers ? (
          <Deliver key={order.version} shown={shown} asks={asks} handedOver={newest} refusedUpload={refusedUpload} />
        ) : (
          <ForgetText orderId={order.id} handedOver={newest} />
        )}
      </div>
    </main>
  );
};
