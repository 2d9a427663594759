import { counted } from "#src/shared/counted.ts";
import { askLabels, ruleLabel } from "#src/shared/honest-use/labels.ts";
import { formatUsd } from "#src/shared/money.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { QuotedText } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { ShownQueue } from "./honest-use-queue.server.ts";

/** The refused decision about one request. */
type Answered = RefusedForm & { requestId: string };
type Waiting = ShownQueue["waiting"][number];

const Facts = ({ request }: { request: Waiting }) => {
  const { sentence, rule, ask, asked, ends, left } = request;
  return (
    <>
      <QuotedText className="my-3">{sentence}</QuotedText>
      <p className="small">
        <Status shape={asked ? "alert" : "dashed"}>{asked ? "Refused, the client asks us to look" : "Not sure"}</Status>
      </p>
      <p className="small mt-1">
        <b>{`Rule “${ruleLabel(rule)}”`}</b>
        {`, ${askLabels[ask]}.`}
      </p>
      <p className="small muted">{`Without a decision it ends on ${ends} (${left} left). Nothing is ordered then, and the client is asked to send it again.`}</p>
    </>
  );
};

const Whole = ({ request: { instructions, files, totalCents } }: { request: Waiting }) => (
  <details className="mt-2">
    <summary className="small fold-link">The whole request</summary>
    <p className="small max-h-80 overflow-auto whitespace-pre-wrap wrap-anywhere">{instructions}</p>
    <p className="small muted mt-2">
      {`${totalCents === null ? "No price yet" : `Total kept: ${formatUsd(totalCents)}`}. ${files === 0 ? "No files" : counted(files, "file")}.`}
    </p>
  </details>
);

const Decide = ({ request, answered }: { request: Waiting; answered: Answered | undefined }) => {
  const busy = useSent() !== undefined;
  const typed = answered?.values.answer;
  return (
    <div className="mt-3 flex flex-wrap items-start gap-2">
      {answered?.message && (
        <Notice tone="bad" live className="w-full">
          {answered.message}
        </Notice>
      )}
      <Form method="post" preventScrollReset>
        <input type="hidden" name="requestId" value={request.id} />
        <Button variant="outline" name="verdict" value="accept" busy={busy}>
          Accept
          <span className="vh">{` the request of ${request.client}`}</span>
        </Button>
      </Form>
      <details className="open:w-full" open={answered?.errors.answer !== undefined}>
        <summary className="btn btn-outline w-fit">
          Refuse politely
          <span className="vh">{` the request of ${request.client}`}</span>
        </summary>
        <Form method="post" preventScrollReset className="mt-3">
          <input type="hidden" name="requestId" value={request.id} />
          <Field
            name="answer"
            id={`answer-${request.id}`}
            label="Your answer"
            hint="Be polite, and say what we can do instead. The client gets it by e-mail. Nothing is ordered or charged."
            error={answered?.errors.answer}
          >
            <Textarea defaultValue={typed || request.begin} rows={5} maxLength={2_000} required />
          </Field>
          <Button name="verdict" value="refuse" busy={busy} className="mt-3">
            Send the answer and refuse
          </Button>
        </Form>
      </details>
    </div>
  );
};

const Request = ({ request, answered }: { request: Waiting; answered: Answered | undefined }) => (
  <li className="border-t border-rule first:border-t-0">
    <article className="panel-pad" aria-labelledby={`request-${request.id}`}>
      <div className="flex items-baseline justify-between gap-x-4 max-sm:flex-wrap">
        <h3 id={`request-${request.id}`} className="min-w-0 flex-1 font-semibold wrap-anywhere max-sm:basis-full">
          {request.client}
          <span className="small ml-2 font-normal muted">{`${request.work}: ${request.title}`}</span>
        </h3>
        <span className="small muted whitespace-nowrap">{request.sent}</span>
      </div>
      <Facts request={request} />
      <Whole request={request} />
      {request.mine ? (
        <p className="small muted mt-3">This is your own request, so another admin has to decide.</p>
      ) : (
        <Decide request={request} answered={answered} />
      )}
    </article>
  </li>
);

type QueueProps = { queue: ShownQueue; answered: Answered | undefined };

/** Requests that are no orders yet: a person lets each of them through, or refuses it with an answer. */
export const Queue = ({ queue: { waiting, more, oldest }, answered }: QueueProps) => {
  const gone = answered && !waiting.some(({ id }) => id === answered.requestId);
  return (
    <Panel
      id="waiting"
      title="Waits for a person"
      aside={
        <span className="small muted">
          {oldest === null
            ? "Nobody waits"
            : `${more ? `More than ${waiting.length}` : waiting.length}, oldest ${oldest}`}
        </span>
      }
    >
      {gone && (
        <div className="panel-pad">
          <Notice tone="warn" live>
            {answered.message ?? "This request does not wait any more."}
          </Notice>
        </div>
      )}
      {waiting.length === 0 ? (
        <p className="panel-pad muted">
          If a rule is not sure about a request, the request waits here and is not an order yet.
        </p>
      ) : (
        <ul>
          {waiting.map((request) => (
            <Request
              key={request.id}
              request={request}
              answered={answered?.requestId === request.id ? answered : undefined}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
};

export const DecidedLast = ({ rows }: { rows: ShownQueue["decided"] }) => (
  <Panel title="Last decisions">
    {rows.length === 0 ? (
      <p className="panel-pad muted">Nothing was decided yet.</p>
    ) : (
      <ul>
        {rows.map(({ id, client, end, rule, at, by }) => (
          <li key={id} className="border-t border-rule first:border-t-0 panel-pad">
            <div className="flex flex-wrap justify-between gap-x-4">
              <b className="wrap-anywhere">{client}</b>
              <span>{end}</span>
            </div>
            <p className="small muted">{`Rule “${ruleLabel(rule)}”, ${at}, ${by}.`}</p>
          </li>
        ))}
      </ul>
    )}
  </Panel>
);
