import { type FormEvent, useState } from "react";
import { useFrame } from "#src/modules/operator/index.screens.ts";
import { Field } from "#src/ui/field.tsx";
import { PasswordInput } from "#src/ui/password-input.tsx";
import { lengthRule, type PasswordHint, passwordHint } from "../../index.ts";

type Props = {
  label?: string;
  error?: string | undefined;
  person?: { name: string; email: string };
  /** Characters at least; fewer while a second factor is active. */
  least?: number;
  /** The rule of its length stands elsewhere on the page. */
  plain?: boolean;
  /** Another field says whether a password is wanted at all. */
  required?: boolean;
};

const nothing: PasswordHint = { strength: "none", reason: "" };

const textOf = (form: HTMLFormElement | null, name: string): string => {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value : "";
};

/** A new password with a hint while typing: it names the reason and refuses nothing by itself. */
export const NewPasswordField = ({ label = "Password", error, person, least, plain, required = true }: Props) => {
  const [hint, setHint] = useState(nothing);
  const shop = useFrame()?.site.name ?? "";
  const judge = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    const own = person ?? { name: textOf(currentTarget.form, "name"), email: textOf(currentTarget.form, "email") };
    setHint(passwordHint(currentTarget.value, { ...own, siteNames: ["Paperwright", shop] }, least));
  };
  return (
    <Field
      name="password"
      label={label}
      hint={plain ? undefined : lengthRule(least)}
      help={<Live hint={hint.reason === error ? nothing : hint} />}
      error={error}
    >
      <PasswordInput autoComplete="new-password" required={required} onInput={judge} />
    </Field>
  );
};

/** Whose password it is, for the browser's list of passwords: the address is not asked for in this form. */
export const AccountName = ({ email }: { email: string }) => (
  <input
    className="vh"
    type="email"
    name="email"
    autoComplete="username"
    value={email}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
);

const Live = ({ hint }: { hint: PasswordHint }) => (
  <span aria-live="polite" data-strength={hint.strength}>
    {hint.strength === "none" ? "" : hint.reason}
  </span>
);
