import { roleLabels } from "#src/modules/accounts/index.ts";
import { digestOf } from "#src/modules/files/index.ts";
import { fluencies, kindsOfWork, levelLabels } from "#src/modules/writing/index.ts";
import { counted } from "#src/shared/counted.ts";
import { countryName, isCountry } from "#src/shared/countries.ts";
import { formatDate, zoneLabel } from "#src/shared/zone.ts";
import { Panel, PanelLink } from "#src/ui/admin-shell.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { Field } from "#src/ui/field.tsx";
import { Input, Select } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { TermList } from "#src/ui/reading.tsx";
import { Stepper } from "#src/ui/stepper.tsx";
import { refusedIn, Say, StepForm } from "../orders/step-form.tsx";
import type { Refused } from "../orders/submit-order-step.server.ts";
import type { ApplicationShown } from "./application.server.ts";

/** What was answered, in the order of the form. */
export const AnswersPanel = ({ answers }: Pick<ApplicationShown, "answers">) => {
  const { kinds, subjects, languages, hours, background } = answers;
  const lines = (all: readonly string[]) => (all.length > 0 ? all.join("\n") : "nothing named");
  return (
    <Panel title="Answers" pad>
      <div className="[&_dd]:whitespace-pre-wrap [&_dd]:wrap-anywhere">
        <TermList
          terms={[
            {
              key: "subjects",
              term: "Subjects, up to",
              value: lines(subjects.map(({ name, upTo }) => `${name}, ${levelLabels[upTo]}`)),
            },
            { key: "kinds", term: "Work", value: lines(kinds.map((kind) => kindsOfWork[kind])) },
            {
              key: "languages",
              term: "Languages",
              value: lines(languages.map(({ name, fluency }) => `${name}: ${fluencies[fluency].toLowerCase()}`)),
            },
            { key: "hours", term: "Hours a week", value: hours || "not said" },
            { key: "background", term: "Background", value: background || "not said" },
          ]}
        />
      </div>
    </Panel>
  );
};

export const TaskPanel = ({ task }: { task: string }) => (
  <Panel title="The short task" pad aside={<span className="small muted">{counted(digestOf(task), "word")}</span>}>
    <p className="prose whitespace-pre-wrap wrap-anywhere">{task}</p>
  </Panel>
);

/** Whose account it is. */
export const PersonPanel = ({ application, zone }: { application: ApplicationShown; zone: string }) => {
  const { answers, account, personId, openOrders } = application;
  const country = isCountry(answers.country) ? countryName(answers.country) : "not said";
  return (
    <Panel title="Person" pad aside={<PanelLink to={`/admin/people/${personId}`}>Account</PanelLink>}>
      <TermList
        small
        terms={[
          { key: "name", term: "Name of the account", value: account.name },
          { key: "email", term: "E-mail", value: account.email },
          { key: "role", term: "Role", value: account.blocked ? "Blocked" : roleLabels[account.role] },
          { key: "since", term: "Account since", value: formatDate(account.since, zone) },
          { key: "country", term: "Country", value: country },
          { key: "zone", term: "Time zone", value: answers.timeZone ? zoneLabel(answers.timeZone) : "not said" },
          { key: "open", term: "Own open orders", value: openOrders.length === 0 ? "none" : openOrders.join(", ") },
        ]}
      />
    </Panel>
  );
};

type Props = { application: ApplicationShown; fresh: boolean; refused: Refused | undefined };

const Terms = ({ application, refused }: Props) => {
  const { grades, usualShare } = application;
  const mine = refusedIn(refused, "accept");
  return (
    <>
      <Field name="accept.grade" label="Grade" error={mine?.errors["accept.grade"]}>
        <Select
          defaultValue={mine?.values.grade ?? "1"}
          choices={grades.map(({ name, share }, at) => ({
            value: String(at + 1),
            label: `${name}, ${share ?? usualShare}%`,
          }))}
        />
      </Field>
      <Field name="accept.capacity" label="Orders at the same time" error={mine?.errors["accept.capacity"]}>
        <Stepper unit="order" min={1} max={100} defaultValue={mine?.values.capacity ?? 3} />
      </Field>
      <Field
        name="accept.sharePercent"
        label="Own share of the price, percent"
        hint="Empty: the share of the grade."
        error={mine?.errors["accept.sharePercent"]}
        optional
      >
        <Input inputMode="numeric" maxLength={3} defaultValue={mine?.values.sharePercent ?? ""} />
      </Field>
    </>
  );
};

/** Role, terms and subjects in one step; not while the applicant has open orders. */
const Accept = (props: Props) => {
  const { application, fresh, refused } = props;
  const { openOrders, version } = application;
  return (
    <Panel title="Accept" pad>
      {openOrders.length > 0 ? (
        <Notice tone="warn" title="Not yet: own orders are open.">
          <p>{`${openOrders.join(", ")}. You can accept when they are finished or cancelled.`}</p>
        </Notice>
      ) : (
        <StepForm
          step="accept"
          version={String(version)}
          refused={refused}
          label="Accept as a writer"
          busyLabel="Accepting"
        >
          <Terms {...props} />
          <p className="small muted">
            The person is signed out, becomes a writer in the subjects of the application, and gets an e-mail with these
            terms.{!fresh && " First you confirm that it is you, because your sign-in is more than ten minutes old."}
          </p>
        </StepForm>
      )}
    </Panel>
  );
};

const Ask = ({ application: { version }, refused }: Props) => (
  <Panel title="Ask a question" pad>
    <StepForm step="ask" version={String(version)} refused={refused} label="Send the question" variant="outline">
      <Say
        step="ask"
        name="question"
        label="What is missing?"
        hint="The applicant reads this. The application opens again."
        version={String(version)}
        refused={refused}
        most={2000}
      />
    </StepForm>
  </Panel>
);

const Decline = ({ application: { version, answers, account }, refused }: Props) => {
  const mine = refusedIn(refused, "decline");
  return (
    <Panel title="Decline" pad>
      <Confirm
        key={version}
        label="Decline"
        title={`Decline the application of ${answers.name || account.name}?`}
        variant="outline"
        small
        startOpen={mine !== undefined && !refused?.stepUp}
      >
        <StepForm
          step="decline"
          version={String(version)}
          refused={refused}
          label="Decline the application"
          busyLabel="Declining"
          variant="danger"
          actions={(button) => <ConfirmActions>{button}</ConfirmActions>}
        >
          <Say
            step="decline"
            name="reason"
            label="Why?"
            hint="The applicant reads this. Be polite and exact."
            version={String(version)}
            refused={refused}
            most={2000}
          />
        </StepForm>
      </Confirm>
    </Panel>
  );
};

/** What can be done with an application in its state; nothing once it is decided. */
export const DecisionPanels = (props: Props) => {
  const { state } = props.application;
  if (state === "asked") return <Decline {...props} />;
  if (state !== "sent") return null;
  return (
    <>
      <Accept {...props} />
      <Ask {...props} />
      <Decline {...props} />
    </>
  );
};
