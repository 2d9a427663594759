import { useState } from "react";
import { useNavigation } from "react-router";
import { StepUp } from "#src/ui/ask-once-more.tsx";
import { Button } from "#src/ui/button.tsx";
import { ConfirmActions, Question } from "#src/ui/confirm.tsx";
import { Field, FieldError, fieldId } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import type { Asking } from "./with-proof.server.ts";

/** Methods that this page has no room for: they open beside it, and what was typed stays here. */
const InNewTab = ({ lead }: { lead: string }) => (
  <p className="small soft">
    {lead}{" "}
    <a href="/confirm-identity" target="_blank" rel="noreferrer">
      confirm in a new tab
    </a>
    , then press the button again.
  </p>
);

/** The proof that it is still this person, asked for in the form itself: the step continues with it at once. */
export const ConfirmHere = ({ refused }: { refused: Asking | undefined }) => {
  if (!refused?.stepUp) return null;
  const { methods, errors } = refused;
  const password = methods?.password ?? true;
  const passkey = methods?.passkey === true;
  return (
    <div className="grid gap-2 rounded-sm border border-pen bg-pen-tint p-4">
      {password && (
        <Field
          name="password"
          label="Your password, to confirm that it is you"
          hint="The step continues at once. Nothing was changed so far."
          error={errors.password}
        >
          <Input type="password" autoComplete="current-password" maxLength={1000} />
        </Field>
      )}
      {passkey && (
        <div>
          {!password && !methods?.code && (
            <p className="small soft mb-2">Confirm that it is you. The step continues at once.</p>
          )}
          <PasskeyButton purpose="confirm" small>
            {password || methods?.code ? "Use a passkey instead" : "Use a passkey"}
          </PasskeyButton>
          <FieldError id={fieldId("passkey")}>{errors.passkey}</FieldError>
        </div>
      )}
      {methods?.code && (
        <Field
          name="factorCode"
          label={password ? "Or a code of your app" : "A code of your app, to confirm that it is you"}
          hint={password ? "Six digits." : "Six digits. The step continues at once."}
          error={errors.factorCode}
        >
          <Input inputMode="numeric" autoComplete="one-time-code" maxLength={20} />
        </Field>
      )}
      {!password && !methods?.code && <InNewTab lead={passkey ? "Another way:" : "Your account has no password:"} />}
    </div>
  );
};

/** The form that was sent last from this page; null before the first, and when scripts came after it. */
const useLastSent = (): FormData | null => {
  const { formData } = useNavigation();
  const [sent, setSent] = useState<FormData | null>(null);
  if (formData && formData !== sent) setSent(formData);
  return sent;
};

const confirmFields = ["password", "passkey", "factorCode", "intent"];

/** What a form held when it was sent, for a form that sends the same again; without proofs of identity. */
export const SentFields = ({ sent }: { sent: FormData }) =>
  [...sent].map(([name, value]) =>
    typeof value === "string" && !confirmFields.includes(name) ? (
      <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
    ) : null,
  );

/**
 * Asks who it is when the page's form was refused for want of that, and sends the same form again with the proof; the
 * page's action answers by `withProof`. Without scripts, or closed, it is a notice with the way to another tab.
 */
export const ConfirmDialog = ({ answer, className }: { answer: Asking | undefined; className?: string }) => {
  const sent = useLastSent();
  const busy = useSent() !== undefined;
  const [closed, setClosed] = useState<Asking | null>(null);
  if (!answer?.stepUp) return null;
  if (!sent || closed === answer) return <StepUp {...(className && { className })} />;
  return (
    <Question open setOpen={() => setClosed(answer)} title="Confirm that it is you">
      <Form method="post" className="stack [--gap:20px]" preventScrollReset>
        <SentFields sent={sent} />
        <ConfirmHere refused={answer} />
        <ConfirmActions keep="Not now">
          <Button small busy={busy}>
            {busy ? "Sending" : "Confirm and continue"}
          </Button>
        </ConfirmActions>
      </Form>
    </Question>
  );
};
