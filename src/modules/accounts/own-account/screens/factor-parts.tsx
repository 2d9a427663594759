import { Button, LinkButton } from "#src/ui/button.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PasswordInput } from "#src/ui/password-input.tsx";
import { StepUp } from "#src/ui/step-up.tsx";
import type { FormAnswer } from "../../screens/answers.server.ts";
import { BackupCodeList } from "./backup-code-list.tsx";

/** Both pages belong to "Sign-in". */
export const back = { to: "/accountSettings/sign-in", label: "Sign-in and security" };

/** What the whole page has to say of the last form: a step-up, a refusal. */
export const FactorMessage = ({ answer }: { answer: FormAnswer }) => (
  <>
    {answer.stepUp && <StepUp className="mb-6" />}
    {answer.message && !answer.stepUp && (
      <Notice tone="bad" live className="mb-6">
        <p>{answer.message}</p>
      </Notice>
    )}
  </>
);

/** Before a writer's or admin's first factor: why this page came up. */
export const WaitingNotice = () => (
  <Notice tone="warn" className="mb-6" title="Your role needs a second factor.">
    <p>
      A stolen password alone must not open the work of other people. Add an authenticator app or a passkey: it takes
      two minutes. Then you continue to your work.
    </p>
  </Notice>
);

/** The new backup codes and the way on. */
export const CodesAndOn = ({ codes, title, next }: { codes: string[]; title: string; next: string }) => (
  <div className="stack [--gap:32px]">
    <Notice tone="ok" live title={title} />
    <BackupCodeList codes={codes} />
    <p className="no-print">
      <LinkButton to={next || "/accountSettings/second-factor"}>I have kept them: continue</LinkButton>
    </p>
  </div>
);

type RemoveProps = {
  label: string;
  title: string;
  /** Hidden fields that say what goes. */
  fields: Record<string, string>;
  /** The last factor: a password must be long enough alone. */
  askPassword: boolean;
  error: string | undefined;
  /** Where the form goes, from another page than its own; what a screen reader says after the label. */
  to?: string;
  spoken?: string;
};

/** Asks before a factor goes. */
export const RemoveFactor = ({ label, spoken, title, fields, askPassword, error, to }: RemoveProps) => (
  <Confirm
    label={
      <>
        {label}
        {spoken && <span className="vh">{` ${spoken}`}</span>}
      </>
    }
    title={title}
    variant={to ? "quiet" : "outline"}
    small
    startOpen={Boolean(error)}
  >
    <p>It cannot sign in any more then. Other browsers are signed out, and you get an e-mail.</p>
    <Form method="post" {...(to && { action: to })} className="stack mt-4 [--gap:16px]">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {askPassword && (
        <Field
          name="password"
          id={`f-password-${fields.id ?? "app"}`}
          label="Your password"
          hint="This is your only second factor. Without it the password must have 15 characters or more."
          error={error}
        >
          <PasswordInput autoComplete="current-password" required />
        </Field>
      )}
      <ConfirmActions>
        <Button variant="danger" small>
          Remove it
        </Button>
      </ConfirmActions>
    </Form>
  </Confirm>
);
