import type { FormEventHandler } from "react";
import { Link } from "react-router";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { PasswordInput } from "#src/ui/password-input.tsx";
import type { FormAnswer } from "../../screens/answers.server.ts";
import { AccountName, NewPasswordField } from "../../sign-in/screens/new-password-field.tsx";
import { useSending } from "./part.tsx";

type Props = {
  person: { name: string; email: string };
  least: number;
  /** Without one until now. */
  first: boolean;
  answer: FormAnswer | undefined;
  onInput: FormEventHandler;
  /** On a page of its own: leads back. */
  back?: string;
};

/** The password of now and the new one, side by side where there is room. */
export const PasswordForm = ({ person, least, first, answer, onInput, back }: Props) => {
  const busy = useSending("password");
  const errors = answer?.errors;
  return (
    <Form
      method="post"
      className={cx("stack [--gap:20px]", !back && "max-w-none")}
      noValidate
      preventScrollReset
      onInput={onInput}
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] items-start gap-x-6 gap-y-5">
        <input type="hidden" name="intent" value="password" />
        <AccountName email={person.email} />
        {!first && (
          <Field name="current" label="Current password" error={errors?.current}>
            <PasswordInput autoComplete="current-password" required />
          </Field>
        )}
        <NewPasswordField label="New password" person={person} least={least} error={errors?.password} plain={!first} />
      </div>
      <div className="row [--gap:12px]">
        <Button busy={busy} small={!back}>
          {busy ? "Saving" : "Save the new password"}
        </Button>
        {back && (
          <Link className="btn btn-quiet" to={back}>
            Go back
          </Link>
        )}
      </div>
    </Form>
  );
};
