import { useState } from "react";
import { useFrame } from "#src/modules/operator/index.screens.ts";
import { StepUp } from "#src/ui/ask-once-more.tsx";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Printer } from "#src/ui/icons.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PasswordInput } from "#src/ui/password-input.tsx";
import type { FormAnswer } from "../../screens/answers.server.ts";

const fileOf = (shop: string, codes: readonly string[]): string =>
  `Backup codes for ${shop}\nEach code works once, in place of the code of your authenticator app or your passkey.\n\n${codes.join("\n")}\n`;

/** Ten new backup codes, shown this once: to print, to copy, or to keep as a file. */
const BackupCodeList = ({ codes }: { codes: readonly string[] }) => {
  const [copied, setCopied] = useState(false);
  const text = fileOf(useFrame()?.site.name ?? "", codes);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <section className="stack [--gap:20px]" aria-labelledby="codes">
      <h2 className="t2" id="codes">
        Your backup codes
      </h2>
      <Notice tone="warn" title="Keep them now: this page shows them once.">
        <p>
          If you lose your phone or your passkey, one of these codes lets you in. Each works once. Keep them on paper or
          in a password manager, not in your e-mail.
        </p>
      </Notice>
      <ol className="grid max-w-100 list-none grid-cols-2 gap-x-8 gap-y-2 py-2 pl-0 font-mono text-lg">
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ol>
      <div className="row no-print [--gap:12px]">
        <a
          className="btn btn-outline"
          download="backup-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          Save as a file
        </a>
        {useHydrated() && (
          <>
            <Button type="button" variant="outline" onClick={copy}>
              Copy
            </Button>
            <Button type="button" variant="outline" icon={Printer} onClick={() => window.print()}>
              Print
            </Button>
          </>
        )}
        <span aria-live="polite" className="soft">
          {copied ? "Copied." : ""}
        </span>
      </div>
    </section>
  );
};

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
