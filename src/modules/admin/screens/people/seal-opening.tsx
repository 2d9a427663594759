import { ConfirmHere } from "#src/modules/accounts/index.screens.ts";
import type { SealPart } from "#src/shared/viewer.ts";
import { inStep, TurnCard } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Select, Textarea } from "#src/ui/inputs.tsx";
import type { Refused, SealedPage, SealedProps } from "./sealed.server.ts";

const done: Readonly<Record<string, string>> = {
  read: "You opened the report. The client sees that.",
  answer: "The client reads your answer on the page of the report.",
  ask: "The second person is asked.",
  confirm: "It is open now, and closes automatically.",
  refuse: "You said no.",
  write: "The message is sent to the client.",
};

/** The steps that the page of an order has as well. */
export const openingSteps: readonly string[] = ["ask", "confirm", "refuse"];

/** What a step about a seal did, in words; null: it was another one. */
export const sealMessageOf = (step: string | null): string | null =>
  step !== null && Object.hasOwn(done, step) ? (done[step] ?? null) : null;

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

/** Asks for a part of the sealed data, with a reason and a second person. */
export const AskForm = ({ page, refused }: SealedProps) => {
  const mine = refused?.step === "ask" ? refused : undefined;
  const values = mine?.values ?? {};
  if (page.seconds.length === 0)
    return <p className="soft">There is no second admin for orders, so nothing can be opened. Make one first.</p>;
  return (
    <Form method="post" className="stack [--gap:20px]" key={page.openings.length}>
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
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="secondId" label="Second person" error={mine?.errors.secondId}>
          <Select
            defaultValue={values.secondId}
            choices={page.seconds.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
        <Field name="minutes" label="For how long" error={mine?.errors.minutes}>
          <Select defaultValue={values.minutes ?? "30"} choices={minutes} />
        </Field>
      </div>
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

/** What was opened so far; the second person confirms an opening here. */
export const OpeningList = ({ page, refused }: SealedProps) => (
  <>
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
  </>
);

const SealPlan = ({ page, refused }: SealedProps) => (
  <>
    <div className="between gap-3">
      <h3 className="label">What happens then</h3>
    </div>
    <ol className="timeline my-4">
      <li className="now">
        <b>The second person is asked</b>
        <p>{`Who reads your reason, and confirms with a proof of identity within ${page.confirmWithin}.`}</p>
      </li>
      <li className="next">
        <b>It opens for the time you chose</b>
        <p>For the two of you, only these parts. Downloads are off.</p>
      </li>
      <li className="next">
        <b>The client sees it</b>
        <p>Both names, the reason, the time.</p>
      </li>
      <li className="next">
        <b>It closes automatically</b>
        <p>The audit keeps what was opened.</p>
      </li>
    </ol>
    <div className="small mt-auto border-t border-rule pt-3 pb-4">
      <h3 className="label mb-2">Opened so far</h3>
      <OpeningList page={page} refused={refused} />
    </div>
  </>
);

/** On the page of an order whose client is sealed: why, what to do without it, and how a part is opened. */
export const SealTurn = ({ page, refused }: SealedProps) => (
  <TurnCard
    titleId="seal-title"
    title="The client’s data is sealed"
    since={
      <>
        <span>{`Sealed by the client ${page.since}`}</span>
        <b className="font-semibold text-ink">report of a threat</b>
      </>
    }
    className="sheet seal-turn"
    aside={<SealPlan page={page} refused={refused} />}
  >
    <p className="soft mt-2">
      You can do all steps of this order without it. Open it only when you must, for example to answer the client or the
      police.
    </p>
    {page.openable.length > 0 && (
      <div className={inStep}>
        <h3 className="label mb-4">Open with a reason and a second person</h3>
        <AskForm page={page} refused={refused} />
      </div>
    )}
  </TurnCard>
);
