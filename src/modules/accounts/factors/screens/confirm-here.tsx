import "#src/ui/styles/pages/confirm-here.css";
import { Field, FieldError, fieldId } from "#src/ui/field.tsx";
import { Input } from "#src/ui/inputs.tsx";
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
    <div className="confirm-here">
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
