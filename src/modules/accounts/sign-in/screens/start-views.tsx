import { Link } from "react-router";
import type { ShownVersions } from "#src/modules/operator/index.ts";
import { Button } from "#src/ui/button.tsx";
import { Segmented } from "#src/ui/choices.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { useBrowserZone } from "#src/ui/hydrated.ts";
import { Input } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useMended } from "#src/ui/use-mended.ts";
import { type Provider, providerName } from "../../domain/providers.ts";
import { PasskeyButton } from "../../factors/screens/passkey-button.tsx";
import type { KeptWork } from "../../ports.ts";
import { ProviderPart, ProviderTerms } from "../../providers/screens/provider-part.tsx";
import { AcceptTexts, TextsOfNow } from "../../screens/accept-texts.tsx";
import type { FormAnswer } from "../../screens/answers.server.ts";
import { AuthPage, withNext } from "../../screens/auth-page.tsx";
import { Or } from "../../screens/code-field.tsx";
import { AccountName, NewPasswordField } from "./new-password-field.tsx";

type Props = {
  answer: FormAnswer;
  busy: boolean;
  kept: KeptWork | null;
  next: string;
  offers: readonly Provider[];
  texts: ShownVersions;
  trouble: string | null;
  /** A filled form waits for the sign-in. */
  again: boolean;
  /** The browser keeps no cookies: what to say of it. */
  blocked: string | null;
};

const Refused = ({ answer: { errors, message } }: Pick<Props, "answer">) =>
  message && !errors?.code ? (
    <Notice tone="bad" live className="mb-5">
      <p>{message}</p>
    </Notice>
  ) : null;

const OtherMethods = ({ offers, trouble, next, texts }: Pick<Props, "offers" | "trouble" | "next" | "texts">) => (
  <>
    <Or>or at once</Or>
    <Form method="post" className="stack [--gap:12px]">
      <PasskeyButton purpose="sign-in" block>
        Use a passkey
      </PasskeyButton>
    </Form>
    <ProviderPart offers={offers} trouble={trouble} next={next} texts={texts} className="mt-3" />
    <ProviderTerms offers={offers} />
    <p className="swap">
      You have a password? <Link to={withNext("/login", next)}>Sign in with it</Link>
    </p>
  </>
);

const Waits = () => (
  <Notice tone="info" className="mb-5" title="User must be logged in to create an order">
    <p>What you typed is kept. You continue with it after this step.</p>
  </Notice>
);

/** The first stage: one field. New or known, everybody takes the same step. */
export const AskEmail = (props: Props) => {
  const { busy, kept, again, blocked } = props;
  const { answer, onInput } = useMended(props.answer);
  return (
    <AuthPage
      title="First, your e-mail"
      lede="Your draft and our answers go there. New here or not, the step is the same."
      kept={kept}
    >
      {again && <Waits />}
      <Refused answer={blocked ? { message: blocked, ...answer } : answer} />
      <Form method="post" className="stack [--gap:16px]" noValidate onInput={onInput}>
        <Field name="email" label="E-mail" error={answer.errors?.email}>
          <Input type="email" autoComplete="email" required maxLength={254} defaultValue={answer.values?.email} />
        </Field>
        <Button block busy={busy}>
          {busy ? "Sending the e-mail" : "Continue"}
        </Button>
        <p className="small muted">
          We send you a code and a link. With either you are back here with this price. Nothing is ordered yet.
        </p>
      </Form>
      <OtherMethods {...props} />
    </AuthPage>
  );
};

/** Demo mode: no mail leaves this computer, so the letter is shown. */
const DemoMail = ({ shown }: { shown: string }) => (
  <Notice tone="plain" className="mt-5" title={`The e-mail says: ${shown} is your code.`}>
    <p>
      In this demonstration no e-mail leaves the computer. <Link to="/mailbox">Open the mailbox</Link>
    </p>
  </Notice>
);

const sixDigits = /^\d{6}$/;

type CodeStageProps = Props & { email: string; shown?: string | undefined; provider?: Provider | undefined };

/** The second stage, the same for every address: the code of the letter, in the page that is open. */
export const CodeStage = (props: CodeStageProps) => {
  const { answer, busy, kept, next, email, shown, provider } = props;
  return (
    <AuthPage title="Check your e-mail" kept={kept}>
      <p>
        Our e-mail goes to <b className="wrap-anywhere">{email}</b>. Type its code here, or press its link.
      </p>
      {provider && (
        <p className="mt-3">
          {`${providerName[provider]} does not run this e-mail address, so we check once that it is yours. Next time ${providerName[provider]} is enough.`}
        </p>
      )}
      {shown && <DemoMail shown={shown} />}
      <div className="mt-5">
        <Refused answer={answer} />
        <Form method="post" className="stack [--gap:16px]" noValidate>
          <input type="hidden" name="intent" value="code" />
          <Field name="code" label="Code" hint="Six digits. It works for 10 minutes." error={answer.errors?.code}>
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              maxLength={20}
              autoFocus
              onInput={({ currentTarget: { value, form } }) => {
                if (sixDigits.test(value)) form?.requestSubmit();
              }}
            />
          </Field>
          <Button block busy={busy}>
            {busy ? "Checking the code" : "Continue"}
          </Button>
        </Form>
      </div>
      <div className="row mt-5 [--gap:8px]">
        <Form method="post">
          <input type="hidden" name="email" value={email} />
          <Button variant="quiet" small>
            Send it again
          </Button>
        </Form>
        <Form method="post">
          <Button variant="quiet" small name="intent" value="other">
            Use another address
          </Button>
        </Form>
      </div>
      <p className="swap">
        You have a password? <Link to={withNext("/login", next)}>Sign in with it</Link>
      </p>
    </AuthPage>
  );
};

const Zone = () => {
  const zone = useBrowserZone();
  return <input type="hidden" name="timeZone" value={zone} />;
};

const methods = [
  { value: "letter", label: "An e-mail" },
  { value: "passkey", label: "A passkey" },
  { value: "password", label: "A password" },
];

/** How the account is opened from now on; a letter always works, so nobody has to choose. */
const Method = ({ answer, email }: Pick<Props, "answer"> & { email: string }) => (
  <div className="start-method">
    <FieldGroup
      name="method"
      label="Next time you sign in with"
      hint="You can change this later. A link by e-mail always works."
    >
      <Segmented choices={methods} defaultValue={answer.values?.method || "letter"} />
    </FieldGroup>
    <p className="by-passkey small muted mt-2">Your device asks for it in the next step.</p>
    <div className="by-password mt-5">
      <AccountName email={email} />
      <NewPasswordField error={answer.errors?.password} required={false} />
    </div>
  </div>
);

type NewProps = Props & { email: string; name?: string | undefined };

/** The last stage, for a new address alone: a name and the terms. */
export const NewAccount = ({ answer: given, busy, kept, email, name, texts }: NewProps) => {
  const { answer, since, onInput } = useMended(given);
  return (
    <AuthPage
      title="Your name"
      lede={
        <>
          This address is new here, so we make an account for it: <b className="wrap-anywhere">{email}</b>
        </>
      }
      kept={kept}
    >
      <Form method="post" className="stack [--gap:20px]" noValidate onInput={onInput}>
        <ErrorSummary
          since={since}
          errors={answer.errors}
          labels={{ name: "Name", password: "Password", terms: "Terms" }}
          message={answer.message}
        />
        <TextsOfNow answer={given} />
        <Field name="name" label="Name" hint="Any name you like. Writers never see it." error={answer.errors?.name}>
          <Input autoComplete="name" required maxLength={100} defaultValue={answer.values?.name ?? name} autoFocus />
        </Field>
        <Method answer={answer} email={email} />
        <AcceptTexts texts={texts} answer={answer} verb="I accept the" then="and have read the" />
        <Zone />
        <Button block name="intent" value="open" busy={busy}>
          {busy ? "Making the account" : "Make the account and continue"}
        </Button>
        <p className="small muted">Next: your brief. You pay after that.</p>
      </Form>
    </AuthPage>
  );
};

/** Where the link of the letter leads: only the press uses it. */
export const PressOn = ({ answer, busy }: Props) => (
  <AuthPage title="One press, and you continue" lede="You come back to what you were doing, with the same price.">
    <Refused answer={answer} />
    <Form method="post" className="stack [--gap:16px]">
      <Button block name="intent" value="link" busy={busy}>
        Continue
      </Button>
    </Form>
    <p className="swap">
      The link is over? <Link to="/start">Write your e-mail again</Link>
    </p>
  </AuthPage>
);

/** Without a mail server nobody can prove an address; passkeys, providers and passwords still open accounts. */
export const StartClosed = ({ message, ...props }: Props & { message: string }) => (
  <AuthPage title="Sign in to continue" kept={props.kept}>
    <Notice tone="warn">
      <p>{message}</p>
    </Notice>
    <OtherMethods {...props} />
  </AuthPage>
);
