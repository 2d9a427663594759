import { ConfirmHere } from "#src/modules/accounts/index.screens.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import type { SealPart } from "#src/shared/viewer.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Select, Textarea } from "#src/ui/inputs.tsx";
import { unlessNotSent } from "#src/ui/keep-page.ts";
import { Notice } from "#src/ui/notice.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";
import { useFlash } from "#src/ui/use-flash.ts";
import type { Route } from "./+types/sealed.ts";
import { type Refused, type SealedPage, type SealedProps, sealedPage, submitSealed } from "./sealed.server.ts";
import { SealedReport } from "./sealed-report.tsx";

export const loader = ({ context, request, params }: Route.LoaderArgs) =>
  sealedPage(context.get(requestContext), request, params.personId);

export const action = ({ context, request, params }: Route.ActionArgs) =>
  submitSealed(context.get(requestContext), request, params.personId);

export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Sealed data", matches);

const partLabels: Readonly<Record<SealPart, string>> = {
  contact: "Name and contact",
  work: "Text and files",
  messages: "Messages",
};

const minutes = [
  { value: "15", label: "15 minutes" },
  { value: "30", label: "30 minutes" },
  { value: "60", label: "1 hour" },
];

const AskForm = ({ page, refused }: SealedProps) => {
  const mine = refused?.step === "ask" ? refused : undefined;
  const values = mine?.values ?? {};
  if (page.seconds.length === 0)
    return <p className="soft">There is no second admin for orders, so nothing can be opened. Make one first.</p>;
  return (
    <Form method="post" className="stack [--gap:20px]">
      <input type="hidden" name="step" value="ask" />
      <FieldGroup name="parts" label="What to open" error={mine?.errors.parts}>
        <div className="picks">
          {page.openable.map((part) => (
            <label className="pickbox" key={part}>
              <input type="checkbox" name={`part-${part}`} defaultChecked={values[`part-${part}`] === "on"} />
              {partLabels[part]}
            </label>
          ))}
        </div>
      </FieldGroup>
      <Field name="reason" label="Reason" hint="The client reads it word for word." error={mine?.errors.reason}>
        <Textarea rows={3} maxLength={1_000} defaultValue={values.reason} />
      </Field>
      <Field name="secondId" label="Second person" error={mine?.errors.secondId}>
        <Select
          defaultValue={values.secondId}
          choices={page.seconds.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <Field name="minutes" label="For how long" error={mine?.errors.minutes}>
        <Select defaultValue={values.minutes ?? "30"} choices={minutes} />
      </Field>
      <p className="small muted">
        It opens for you and the second person alone, closes automatically, and no file leaves the shop. The client sees
        both names, the reason and the time.
      </p>
      <div>
        <Button small>Ask the second person</Button>
      </div>
    </Form>
  );
};

type Opening = SealedPage["openings"][number];

const stateOf = ({ state, second, until, opened, ends }: Opening): string => {
  if (state === "asked") return `${second} can confirm it until ${until}.`;
  if (state === "late") return `${second} did not answer in time.`;
  if (state === "refused") return "It was not confirmed.";
  return state === "open"
    ? `Confirmed by ${second} ${opened}, open until ${ends}.`
    : `Confirmed by ${second} ${opened}, closed ${ends}.`;
};

const Confirm = ({ opening, refused }: { opening: Opening; refused: Refused | undefined }) => {
  const mine = refused?.values.openingId === opening.id ? refused : undefined;
  return (
    <Form method="post" className="stack mt-3 [--gap:16px]">
      <input type="hidden" name="openingId" value={opening.id} />
      <ConfirmHere refused={mine} />
      <div className="row">
        <Button small name="step" value="confirm">
          Confirm and open
        </Button>
        <Button small variant="quiet" name="step" value="refuse">
          Say no
        </Button>
      </div>
    </Form>
  );
};

const Openings = ({ page, refused }: SealedProps) => (
  <Panel title="Opened so far" pad>
    {page.openings.length === 0 && !page.read && <p className="soft">Nothing was opened.</p>}
    <ul className="stack [--gap:20px]">
      {page.openings.map((opening) => (
        <li key={opening.id}>
          <p>
            <b className="strong">{opening.parts.map((part) => partLabels[part]).join(", ")}</b>
            {`, asked by ${opening.by} ${opening.asked}. ${stateOf(opening)}`}
          </p>
          <p className="small soft wrap-anywhere">{`Reason: ${opening.reason}`}</p>
          {opening.mine && opening.state === "asked" && <Confirm opening={opening} refused={refused} />}
        </li>
      ))}
      {page.read && (
        <li>
          <b className="strong">The report</b>
          {`, by ${page.read.by} ${page.read.at}. The owner may read a report without a second person.`}
        </li>
      )}
    </ul>
  </Panel>
);

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

const said: Readonly<Record<string, string>> = {
  read: "You opened the report. The client sees that.",
  answer: "The client reads your answer on the page of the report.",
  ask: "The second person is asked.",
  confirm: "It is open now, and closes automatically.",
  refuse: "You said no.",
  write: "The message is sent to the client.",
};

/** Somebody whose data is sealed: what admins can do without it, and how a part is opened of it. */
export default function SealedPerson({ loaderData: page, actionData }: Route.ComponentProps) {
  const did = useFlash(page.did || null);
  const refused: Refused | undefined = actionData;
  const done = !refused && did && Object.hasOwn(said, did) ? said[did] : undefined;
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
        <Openings {...props} />
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
