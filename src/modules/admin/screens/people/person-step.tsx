import type { ReactNode } from "react";
import type { AdminPerson } from "#src/modules/accounts/index.server.ts";
import type { ButtonProps } from "#src/ui/button.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { type Asks, refusedIn, Say, StepForm } from "../orders/step-form.tsx";
import type { Refused } from "../orders/submit-order-step.server.ts";
import type { ShownPerson } from "./person.server.ts";

type Clock = { now: Date; zone: string };
export type PersonProps = {
  shown: ShownPerson;
  clock: Clock;
  refused: Refused | undefined;
  /** Forms are offered: the account is not out of reach and the sign-in is fresh. */
  open: boolean;
};

type Props = {
  step: string;
  /** What the page says above its button, then the question, then the verb that does it. */
  label: string;
  title: string;
  verb: string;
  busy?: string;
  /** The button that keeps everything as it is. */
  keep: string;
  variant?: ButtonProps["variant"];
  wide?: boolean;
  /** Where the reason goes; without it, to the audit trail alone. */
  reasonHint?: string;
  props: PersonProps;
  children: ReactNode;
};

/** Something that is done to an account: asked first, with its consequence and a reason. */
export const PersonStep = ({
  step,
  label,
  title,
  verb,
  busy,
  keep,
  variant,
  wide,
  reasonHint,
  props,
  children,
}: Props) => {
  const { shown, refused } = props;
  const { standing, blocked } = shown.person;
  const mine = refusedIn(refused, step);
  const asks: Asks = { version: standing, refused };
  return (
    <Confirm
      key={`${step}-${standing}-${blocked?.at.getTime() ?? 0}`}
      label={label}
      title={title}
      variant={variant ?? "outline"}
      small
      wide={wide ?? false}
      startOpen={mine !== undefined}
    >
      <WhyRefused refused={mine} />
      {children}
      <StepForm
        {...asks}
        step={step}
        label={verb}
        variant={variant === "danger" ? "danger" : "primary"}
        {...(busy && { busyLabel: busy })}
        actions={(button) => <ConfirmActions keep={keep}>{button}</ConfirmActions>}
      >
        <Reason {...asks} step={step} hint={reasonHint} />
      </StepForm>
    </Confirm>
  );
};

/** Why the step of this dialog was refused, when no field says it; it covers the same words on the page. */
export const WhyRefused = ({ refused }: { refused: Refused | undefined }) =>
  refused?.message && !refused.stepUp ? <Notice tone="bad" title={refused.message} /> : null;

/** The reason of a step, for the audit trail. */
export const Reason = ({
  hint = "3 to 500 characters. It stays in the audit trail; the person does not read it.",
  ...props
}: Asks & { step: string; hint?: string | undefined }) => (
  <Say {...props} name="reason" label="Reason" hint={hint} rows={3} most={500} />
);

/** The step that ends one session; each session has a form of its own. */
export const endOneStep = (sessionId: string): string => `end-${sessionId}`;

export const hasFactor = ({ factors }: AdminPerson): boolean => factors.any || factors.backupCodes > 0;

export const firstName = (name: string): string => name.split(" ")[0] ?? name;

/** Whether an admin with these capabilities may see the pages as this person does. */
export const mayBeSeen = ({ person, mine }: Pick<ShownPerson, "person" | "mine">): boolean =>
  person.role !== 3 &&
  person.blocked === null &&
  mine.includes("orders") &&
  (person.role !== 2 || mine.includes("money"));

/** The steps that the page offers now, by the names that its forms send. */
export const stepsOf = (person: AdminPerson): readonly string[] => [
  "role",
  ...(person.blocked ? ["unblock"] : ["block", "reset"]),
  ...(person.removalDue ? ["keep-factors"] : hasFactor(person) ? ["drop-factors"] : []),
  ...(person.sessions.length > 0 ? ["end-all", ...person.sessions.map(({ id }) => endOneStep(id))] : []),
];

export const methodLabels = {
  password: "password",
  google: "Google",
  apple: "Apple",
  passkey: "passkey",
  link: "link in an e-mail",
} as const;

export const providerLabels: Readonly<Record<string, string>> = {
  credential: "Password",
  google: "Google",
  apple: "Apple",
};
