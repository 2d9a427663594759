import { useState } from "react";
import { Link, redirect } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage, pageOf } from "#src/platform/respond.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { StepUp } from "#src/ui/ask-once-more.tsx";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { unlessNotSent } from "#src/ui/keep-page.ts";
import { Notice } from "#src/ui/notice.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { answerEnquiry, type Enquiry, readEnquiry } from "../index.server.ts";
import type { Route } from "./+types/enquiry.ts";
import { sendStep } from "./answering.ts";
import type { RefusedStep } from "./chat.server.ts";
import { InboxPage } from "./chat-top.tsx";

export async function loader({ context, request, params: { enquiryId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const admin = requireAdmin(ctx, request, "chat");
  const [enquiry, clock] = await Promise.all([readEnquiry(ctx, { enquiryId }), readerClock(ctx, admin)]);
  return { ...clock, enquiry: orPage(enquiry, request) };
}

export async function action({ context, request, params: { enquiryId } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "chat");
  const { answer = "" } = await textsOf(request);
  const taken = await answerEnquiry(ctx, { enquiryId, answer });
  if (!taken.ok) return refusedForm(taken, { answer }, { step: "answer" });
  return redirect(pageOf(request), 303);
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) => sendStep(request, serverAction);

/** Also after a refusal: a conflict means that the page shows an old state. */
export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  tabTitle(loaderData?.enquiry.name ?? "Enquiry", matches);

const Answered = ({ enquiry: { answer, answeredAt, answeredBy, email }, zone }: { enquiry: Enquiry; zone: string }) => (
  <section aria-labelledby="answer" className="stack [--gap:12px]">
    <h3 className="t3" id="answer">
      The answer
    </h3>
    <p className="small muted">
      {`Sent to ${email} by ${answeredBy ?? "a former colleague"}`}
      {answeredAt && <>, {formatMoment(answeredAt, zone)}</>}
    </p>
    <p className="rounded-[10px_2px_10px_10px] border border-slip-rule bg-pen-tint px-4 py-3 wrap-anywhere whitespace-pre-wrap">
      {answer}
    </p>
  </section>
);

/** What an appeal is about, who decided and so does not answer it, and until when. */
const AppealFacts = ({
  enquiry: { matter, decidedBy, answerBy, answeredAt },
  zone,
}: {
  enquiry: Enquiry;
  zone: string;
}) => (
  <p className="small">
    {matter?.startsWith("account:")
      ? `It is about the account, which ${decidedBy ?? "a former colleague"} closed. `
      : `It is about a request that ${decidedBy ?? "a former colleague"} refused. `}
    {matter?.startsWith("account:") ? (
      <Link to={`/admin/people/${matter.split(":")[1]}`}>Open the account</Link>
    ) : (
      <Link to="/admin/honest-use">Open honest use</Link>
    )}
    {!answeredAt && answerBy && `. Another admin answers by ${formatMoment(answerBy, zone)}.`}
  </p>
);

type Writing = { text: string; write: (text: string) => void; refused: RefusedStep | undefined };

const AnswerForm = ({ email, text, write, refused }: Writing & { email: string }) => {
  const busy = useSent() !== undefined;
  return (
    <Form method="post" className="stack [--gap:16px]">
      <Field
        name="answer"
        label="Your answer"
        hint={`It goes to ${email} once, with what was written below it.`}
        error={refused?.errors.answer}
      >
        <Textarea
          rows={8}
          maxLength={10_000}
          required
          value={text}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
      </Field>
      <div>
        <Button small busy={busy}>
          {busy ? "Sending" : "Send the answer"}
        </Button>
      </div>
    </Form>
  );
};

/** What was written when somebody else was faster: to be read and copied. */
const Kept = ({ text }: { text: string }) => (
  <Field name="kept" label="Your answer, as you wrote it" hint="It was not sent. You can copy it.">
    <Textarea readOnly rows={4} value={text} />
  </Field>
);

/** Words are compared as they are kept. */
const tidy = (text: string): string => text.replaceAll("\r\n", "\n").trim();

/** Another question begins with an empty answer. */
export default function EnquiryPage(props: Route.ComponentProps) {
  return <OneEnquiry key={props.loaderData.enquiry.id} {...props} />;
}

/** A question from the contact page or a report, and its one answer by mail. */
const OneEnquiry = ({ loaderData: { enquiry, zone }, actionData }: Route.ComponentProps) => {
  const refused: RefusedStep | undefined = actionData;
  const [text, write] = useState(refused?.values.answer ?? "");
  const left = tidy(text) !== "" && tidy(text) !== enquiry.answer;
  const { name, email, order, about, text: asked, createdAt, answeredAt } = enquiry;
  return (
    <InboxPage
      id="enquiry"
      title={about === "appeal" ? `An appeal by ${name}` : `A ${about} by ${name}`}
      lede={
        <p className="small muted wrap-anywhere">
          {email}, <time dateTime={createdAt.toISOString()}>{formatMoment(createdAt, zone)}</time>
        </p>
      }
    >
      {about === "appeal" && <AppealFacts enquiry={enquiry} zone={zone} />}
      {refused?.stepUp && <StepUp />}
      {refused?.message && !refused.stepUp && <Notice tone="bad" live title={refused.message} />}
      <p className="rounded-[2px_10px_10px_10px] border border-rule-strong px-4 py-3 wrap-anywhere whitespace-pre-wrap">
        {asked}
      </p>
      {order && (
        <p className="small">
          Order number, as it was given:{" "}
          <Link to={`/admin/orders?group=all&search=${encodeURIComponent(order)}`}>{order}</Link>
        </p>
      )}
      {answeredAt ? (
        <Answered enquiry={enquiry} zone={zone} />
      ) : (
        <AnswerForm email={email} text={text} write={write} refused={refused} />
      )}
      {answeredAt && left && <Kept text={text} />}
    </InboxPage>
  );
};
