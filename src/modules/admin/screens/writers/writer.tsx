import { Link } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { awayLabel, isAway } from "#src/modules/writing/index.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { formatDate, formatMoment, localOf, zoneLabel } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Field } from "#src/ui/field.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { unlessNotSent } from "#src/ui/keep-page.ts";
import { Notice } from "#src/ui/notice.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";
import { useFlash } from "#src/ui/use-sent.ts";
import { RefusedNotice, refusedIn, StepForm } from "../orders/step-form.tsx";
import type { Refused } from "../orders/submit-order-step.server.ts";
import type { Route } from "./+types/writer.ts";
import { submitWriterStep, type WriterPageData, writerPageData } from "./writer.server.ts";
import { DeliveriesPanel, FiguresRow, HintPanel, MoneyPanel, PersonPanel, WorkPanel } from "./writer-panels.tsx";
import { HolidayPanel, SubjectsPanel, TermsPanel } from "./writer-terms.tsx";

type Props = { data: WriterPageData; refused: Refused | undefined };

/** What the team says about a writer, and a form for more. */
const NotesPanel = ({ data: { writer, zone }, refused }: Props) => {
  const mine = refusedIn(refused, "note");
  const wrong = mine?.errors["note.text"] ?? mine?.errors["note.note"];
  return (
    <Panel title="Notes of our team" aside={<span className="small muted">the writer does not see them</span>} pad>
      {writer.notes.length > 0 && (
        <ul className="stack mb-5 [--gap:16px]">
          {writer.notes.map(({ id, text, author, at }) => (
            <li key={id}>
              <p>
                <b className="strong">{author}</b> <span className="small muted num">{formatMoment(at, zone)}</span>
              </p>
              <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
            </li>
          ))}
        </ul>
      )}
      <StepForm
        key={writer.notes[0]?.id ?? "first"}
        step="note"
        version={writer.version}
        refused={refused}
        label="Add the note"
        busyLabel="Adding"
        variant="outline"
      >
        <Field name="note.note" label="A note" error={wrong}>
          <Textarea rows={3} maxLength={2000} defaultValue={mine?.values.note} />
        </Field>
      </StepForm>
    </Panel>
  );
};

export async function loader({ context, request, params: { personId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const admin = requireAdmin(ctx, request, "people");
  return writerPageData(ctx, request, admin, personId);
}

export async function action({ context, request, params: { personId } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "people");
  return submitWriterStep(ctx, request, personId);
}

/** Also after a refusal: a conflict means that the page shows an old state. */
export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  tabTitle(loaderData?.writer.name ?? "Writer", matches);

const doneMessages: Readonly<Record<string, string>> = {
  terms: "The terms are saved. Offers that were made keep their share.",
  subjects: "The subjects are saved.",
  holiday: "The days off are saved.",
  note: "The note is added.",
  pause: "This writer gets no new offers. Orders in work stay.",
  resume: "This writer is offered work again.",
};

const State = ({ data: { writer, today } }: { data: WriterPageData }) => {
  if (!writer.isWriter) return <Status shape="dash">No longer a writer</Status>;
  if (writer.blocked) return <Status shape="alert">Blocked</Status>;
  if (!writer.active)
    return (
      <Status shape="pause" tone="warn">
        Paused
      </Status>
    );
  return isAway(writer, today) ? <Status shape="clock">Away</Status> : <Status shape="check">Takes work</Status>;
};

const Head = ({ data, refused }: { data: WriterPageData; refused: Refused | undefined }) => {
  const { writer, now, zone, today } = data;
  const theirs = writer.timeZone ?? zone;
  const holiday = awayLabel(writer, today);
  const facts = [
    writer.pseudonym,
    `Writer since ${formatDate(writer.createdAt, zone)}`,
    writer.timeZone && `${localOf(now, theirs).time} in ${zoneLabel(theirs)}`,
    holiday && `Away ${holiday}`,
  ];
  return (
    <header className="mb-6">
      <Crumbs steps={[{ to: "/admin/writers", label: "Writers" }, { label: writer.pseudonym }]} />
      <div className="work-head mt-1 mb-0 items-start">
        <div className="min-w-0">
          <h1 className="d3 wrap-anywhere">{writer.name}</h1>
          <p className="detail-meta row mt-2 gap-x-6 gap-y-1">
            <State data={data} />
            {facts.map((fact) => fact && <span key={fact}>{fact}</span>)}
          </p>
        </div>
        {writer.isWriter && (
          <div className="acts">
            <StepForm
              step={writer.active ? "pause" : "resume"}
              version={writer.version}
              refused={refused}
              variant="outline"
              label={writer.active ? "Pause offers" : "Offer work again"}
              busyLabel="Saving"
            />
          </div>
        )}
      </div>
    </header>
  );
};

export default function WriterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { writer } = loaderData;
  const did = useFlash(loaderData.did || null);
  const refused: Refused | undefined = actionData;
  const done = !refused && did && Object.hasOwn(doneMessages, did) ? doneMessages[did] : undefined;
  const props = { data: loaderData, refused };
  return (
    <>
      <Head {...props} />
      {done && <Notice tone="ok" title={done} live className="mb-6" />}
      <RefusedNotice refused={refused} steps={["note", "terms", "subjects", "holiday", "pause", "resume"]} />
      {!writer.isWriter && (
        <Notice tone="info" title="This account is no longer a writer." className="mb-6">
          <p>
            <Link to={`/admin/people/${writer.personId}`}>Change the role</Link> to offer work again.
          </p>
        </Notice>
      )}
      <FiguresRow data={loaderData} />
      <div className="grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-6 max-xl:grid-cols-1">
        <div className="panels">
          <WorkPanel data={loaderData} />
          <DeliveriesPanel data={loaderData} />
          <HintPanel data={loaderData} />
          <NotesPanel {...props} />
        </div>
        <div className="panels">
          <TermsPanel {...props} />
          <SubjectsPanel {...props} />
          <HolidayPanel {...props} />
          <MoneyPanel data={loaderData} />
          <PersonPanel data={loaderData} />
        </div>
      </div>
    </>
  );
}
