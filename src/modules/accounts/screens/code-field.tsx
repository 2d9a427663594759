import type { ReactNode } from "react";
import { Field } from "#src/ui/field.tsx";
import { Input } from "#src/ui/inputs.tsx";

export type CodeKind = "app" | "backup";

/** Which code a page asks for: the one wished, else the app's, else a backup code when there is no passkey. */
export function codeKind(
  asked: string | null,
  has: { code: boolean; passkey: boolean; backupCode: boolean },
): CodeKind | null {
  if (asked === "backup" && has.backupCode) return "backup";
  if (has.code) return "app";
  return has.backupCode && !has.passkey ? "backup" : null;
}

type Props = { kind: CodeKind; error: string | undefined; autoFocus?: boolean };

/** A code of the authenticator app, or a backup code: spaces, dashes and small letters do not matter. */
export const CodeField = ({ kind, error, autoFocus = true }: Props) =>
  kind === "app" ? (
    <Field name="code" label="Code" hint="Six digits, new every 30 seconds." error={error}>
      <Input inputMode="numeric" autoComplete="one-time-code" required maxLength={20} autoFocus={autoFocus} />
    </Field>
  ) : (
    <Field name="code" label="Backup code" hint="Ten characters. Each code works once." error={error}>
      <Input
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        maxLength={20}
        autoFocus={autoFocus}
      />
    </Field>
  );

/** A line with words in its middle, between two ways to do the same. */
export const Or = ({ children }: { children: ReactNode }) => (
  <p className="or mt-6">
    <span>{children}</span>
  </p>
);
