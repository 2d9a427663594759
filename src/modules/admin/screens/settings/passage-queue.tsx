import { Link } from "react-router";
import { hiddenLabel } from "#src/shared/hidden-contacts.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { QuotedText } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { ShownPassages } from "./honest-use-queue.server.ts";

/** The refused decision about one passage. */
type AnsweredPassage = RefusedForm & { passageId: string };
type Waiting = ShownPassages["waiting"][number];

const Decide = ({ passage }: { passage: Waiting }) => {
  const sent = useSent();
  const busy = sent?.get("passageId") === passage.id;
  return (
    <Form method="post" preventScrollReset className="mt-3 flex flex-wrap gap-2">
      <input type="hidden" name="passageId" value={passage.id} />
      <Button variant="outline" name="passage" value="show" busy={busy}>
        Show it
        <span className="vh">{` to ${passage.reader} of order ${passage.number}`}</span>
      </Button>
      <Button variant="outline" name="passage" value="keep" busy={busy}>
        Keep it hidden
        <span className="vh">{` from ${passage.reader} of order ${passage.number}`}</span>
      </Button>
    </Form>
  );
};

const Passage = ({ passage, refused }: { passage: Waiting; refused: AnsweredPassage | undefined }) => (
  <li className="border-t border-rule first:border-t-0">
    <article className="panel-pad" aria-labelledby={`passage-${passage.id}`}>
      <div className="flex items-baseline justify-between gap-x-4 max-sm:flex-wrap">
        <h3 id={`passage-${passage.id}`} className="min-w-0 flex-1 font-semibold wrap-anywhere max-sm:basis-full">
          {passage.name}
          <span className="small ml-2 font-normal muted">{passage.where}</span>
        </h3>
        <span className="small muted whitespace-nowrap">{passage.at}</span>
      </div>
      <p className="small mt-1">
        <Link to={`/admin/orders/${passage.orderId}`}>{`Order ${passage.number}`}</Link>
        <span className="muted wrap-anywhere">{`, ${passage.title}`}</span>
      </p>
      <QuotedText className="my-3">
        {passage.before}
        <mark className="bg-transparent font-semibold text-inherit underline decoration-warn decoration-2 underline-offset-4">
          {passage.text}
        </mark>
        {passage.after}
      </QuotedText>
      <p className="small">
        <Status shape={passage.asked ? "alert" : "dashed"}>
          {passage.asked ? "Hidden, its writer asks us to show it" : "Not sure"}
        </Status>
      </p>
      <p className="small muted mt-1">{`Until you decide, ${passage.reader} reads “${hiddenLabel(passage.kind)}” in its place.`}</p>
      {refused?.message && (
        <Notice tone="bad" live className="mt-3">
          {refused.message}
        </Notice>
      )}
      {passage.mine ? (
        <p className="small muted mt-3">This is your own order, so another admin has to decide.</p>
      ) : (
        <Decide passage={passage} />
      )}
    </article>
  </li>
);

type Props = { queue: ShownPassages; refused: AnsweredPassage | undefined };

/** Passages that may be contact details: a person lets the other side of an order read each of them, or keeps it hidden. */
export const PassageQueue = ({ queue: { waiting, more }, refused }: Props) => {
  const gone = refused && !waiting.some(({ id }) => id === refused.passageId);
  return (
    <Panel
      id="passages"
      title="Contact details to check"
      aside={
        <span className="small muted">
          {waiting.length === 0 ? "Nothing waits" : more ? `More than ${waiting.length}` : waiting.length}
        </span>
      }
    >
      {gone && (
        <div className="panel-pad">
          <Notice tone="warn" live>
            {refused.message ?? "This passage does not wait any more."}
          </Notice>
        </div>
      )}
      {waiting.length === 0 ? (
        <p className="panel-pad muted">
          Passages that may be contact details, and those that somebody asks us to show, appear here.
        </p>
      ) : (
        <ul>
          {waiting.map((passage) => (
            <Passage
              key={passage.id}
              passage={passage}
              refused={refused?.passageId === passage.id ? refused : undefined}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
};
