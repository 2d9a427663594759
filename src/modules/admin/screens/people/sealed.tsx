import { Link } from "react-router";
import { FileList } from "#src/modules/files/index.screens.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { unlessNotSent } from "#src/ui/keep-page.ts";
import { Notice } from "#src/ui/notice.tsx";
import { Crumbs, QuotedText } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";
import { useFlash } from "#src/ui/use-sent.ts";
import type { Route } from "./+types/sealed.ts";
import { AskForm, OpeningList, sealMessageOf } from "./seal-opening.tsx";
import { type Refused, type SealedProps, sealedPage, submitSealedForm } from "./sealed.server.ts";

/** The report of a threat for the owner, who opens it alone, and answers on its page. */
const SealedReport = ({ page: { report, answerBy }, refused }: SealedProps) => {
  if (!report)
    return (
      <Panel title="The report" pad>
        <p className="soft mb-4">
          {`The client waits for an answer until ${answerBy}. You may read the report without a second person. The client sees that you did.`}
        </p>
        <Form method="post">
          <input type="hidden" name="step" value="read" />
          <Button small>Read the report</Button>
        </Form>
      </Panel>
    );
  const mine = refused?.step === "answer" ? refused : undefined;
  const about = [report.reached && `Reached by: ${report.reached}.`, !report.order && "No order was named."];
  return (
    <Panel title="The report" aside={`answer until ${answerBy}`} pad>
      <p className="soft">
        {about.filter(Boolean).join(" ")}{" "}
        {report.order && <Link to={`/admin/orders/${report.order.id}`}>{`Order ${report.order.number}`}</Link>}
      </p>
      <ol className="stack mt-4 mb-6 [--gap:16px]">
        {report.lines.length === 0 && <li className="soft">Nothing was written.</li>}
        {report.lines.map(({ id, side, text, at }) => (
          <li key={id}>
            <p className="small">
              <b>{side === "shop" ? "The owner" : "The client"}</b> <span className="muted">{at}</span>
            </p>
            <QuotedText>{text}</QuotedText>
          </li>
        ))}
      </ol>
      {report.files.length > 0 && (
        <div className="mb-6">
          <FileList files={report.files} label="Pictures of the client" />
        </div>
      )}
      <Form method="post" className="stack [--gap:16px]" key={report.lines.length}>
        <input type="hidden" name="step" value="answer" />
        <Field
          name="answer"
          label="Your answer"
          hint="The client reads it on the page of the report. No e-mail is sent, because somebody may read it."
          error={mine?.errors.answer}
        >
          <Textarea rows={4} maxLength={10_000} defaultValue={mine?.values.answer} />
        </Field>
        <div>
          <Button small>Answer</Button>
        </div>
      </Form>
    </Panel>
  );
};

export const loader = ({ context, request, params }: Route.LoaderArgs) =>
  sealedPage(context.get(requestContext), request, params.personId);

export const action = ({ context, request, params }: Route.ActionArgs) =>
  submitSealedForm(context.get(requestContext), request, params.personId);

export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Sealed data", matches);

const Write = ({ page, refused }: SealedProps) => {
  const mine = refused?.step === "write" ? refused : undefined;
  return (
    <Panel title="Write a line to the client" pad>
      <Form method="post" className="stack [--gap:16px]" key={page.once}>
        <input type="hidden" name="step" value="write" />
        <input type="hidden" name="once" value={page.once} />
        <Field
          name="message"
          label="Message"
          hint="It goes into the chat. The past stays sealed."
          error={mine?.errors.message}
        >
          <Textarea rows={3} maxLength={10_000} defaultValue={mine?.values.message} />
        </Field>
        <div>
          <Button small variant="outline">
            Send
          </Button>
        </div>
      </Form>
    </Panel>
  );
};

/** Somebody whose data is sealed: what admins can do without it, and how a part is opened of it. */
export default function SealedPerson({ loaderData: page, actionData }: Route.ComponentProps) {
  const did = useFlash(page.did || null);
  const refused: Refused | undefined = actionData;
  const done = refused ? null : sealMessageOf(did);
  const props = { page, refused };
  return (
    <>
      <Crumbs steps={[{ to: "/admin", label: "Overview" }, { label: page.name }]} />
      <header className="detail-head">
        <h1 className="d3">{`${page.name}: the data is sealed`}</h1>
        <p className="detail-meta row">
          <Status shape="alert" tone="warn">
            Sealed
          </Status>
          <span>{`by the client ${page.since}, report of a threat`}</span>
        </p>
        <p className="soft mt-3">
          You can do all steps of the orders without it. Open it only when you must, for example to answer the client or
          the police.
        </p>
      </header>
      {done && <Notice tone="ok" live className="mb-6" title={done} />}
      {refused?.message && (
        <Notice tone="bad" live className="mb-6">
          {refused.message}
        </Notice>
      )}
      <div className="stack [--gap:24px] max-w-[46rem]">
        {page.owns && <SealedReport {...props} />}
        <Panel title="Opened so far" pad>
          <OpeningList {...props} />
        </Panel>
        {page.openable.length > 0 && (
          <Panel title="Open with a reason and a second person" pad>
            <AskForm {...props} />
          </Panel>
        )}
        {page.mayWrite && <Write {...props} />}
      </div>
    </>
  );
}
