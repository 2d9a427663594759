import { LinkButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Form } from "#src/ui/form.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Icon, KeyRound, Lock, Plus, ReceiptText } from "#src/ui/icons.tsx";
import { PasskeyButton } from "../../factors/screens/passkey-button.tsx";
import { RemoveFactor } from "./factor-parts.tsx";
import { GuardedButton, SetItem, SetRow } from "./part.tsx";
import type { SignInPage } from "./sign-in.server.ts";

const here = "/accountSettings/sign-in";
const keyPage = "/accountSettings/passkeys";
const appPage = "/accountSettings/second-factor";

type Props = Pick<SignInPage, "factors" | "keys" | "fresh">;

const RemoveKey = ({ item: { id, name }, factors, keys, fresh }: Props & { item: Props["keys"][number] }) => {
  const last = keys.length === 1 && !factors.totp;
  if (last && factors.needed) return null;
  const label = `Remove the passkey ${name}`;
  if (!fresh)
    return (
      <GuardedButton fresh={fresh} here={here} variant="quiet" small label={label}>
        Remove
      </GuardedButton>
    );
  return (
    <RemoveFactor
      label="Remove"
      spoken={`the passkey ${name}`}
      title={`Remove the passkey "${name}"?`}
      fields={{ intent: "remove", id }}
      askPassword={last && factors.hasPassword}
      error={undefined}
      to={keyPage}
    />
  );
};

const AddKey = ({ fresh }: Pick<Props, "fresh">) => {
  const hydrated = useHydrated();
  if (!fresh)
    return (
      <GuardedButton fresh={fresh} here={here} variant="outline" small>
        Add a passkey
      </GuardedButton>
    );
  return (
    <Form method="post" action={keyPage} className="stack [--gap:12px]">
      <PasskeyButton purpose="add" small icon={Plus} to={keyPage}>
        Add a passkey
      </PasskeyButton>
      {!hydrated && <p className="small muted">Adding a passkey needs JavaScript.</p>}
    </Form>
  );
};

export const PasskeysPart = (props: Props) => {
  const { keys, fresh, factors } = props;
  return (
    <SetRow
      id="passkeys"
      title="Passkeys"
      says="Sign in with your fingerprint, face or device PIN. A passkey cannot be guessed or stolen from us."
    >
      {keys.length > 0 && (
        <ul className="setlist">
          {keys.map((item) => (
            <SetItem
              key={item.id}
              mark={<Icon of={KeyRound} />}
              name={item.name}
              detail={item.known}
              action={<RemoveKey {...props} item={item} />}
            />
          ))}
        </ul>
      )}
      <div className={cx("row [--gap:12px]", keys.length > 0 && "mt-4")}>
        <AddKey fresh={fresh} />
        {keys.length > 0 && (
          <LinkButton to={keyPage} variant="quiet" small>
            Rename
          </LinkButton>
        )}
      </div>
      {keys.length === 1 && factors.needed && !factors.totp && (
        <p className="small muted mt-3">Your role needs a second factor, so the only passkey stays.</p>
      )}
    </SetRow>
  );
};

const AppAction = ({ factors, fresh }: Omit<Props, "keys">) => {
  if (!factors.totp)
    return (
      <Form method="post" action={appPage}>
        <GuardedButton
          fresh={fresh}
          here={here}
          variant="quiet"
          small
          name="intent"
          value="begin"
          label="Set up an authenticator app"
        >
          Set up
        </GuardedButton>
      </Form>
    );
  return (
    <LinkButton to={appPage} variant="quiet" small aria-label="Move or remove the authenticator app">
      Move or remove
    </LinkButton>
  );
};

const codesLabel = (left: number): string =>
  left === 0 ? "None left. Make new ones." : `${left} of 10 left. Keep them on paper.`;

export const SecondFactorPart = ({ factors, fresh }: Omit<Props, "keys">) => (
  <SetRow
    id="second-factor"
    title="Second factor"
    says="A code from your phone, asked after the password. Not asked with a passkey."
  >
    <ul className="setlist">
      <SetItem
        mark={<Icon of={Lock} />}
        name="Authenticator app"
        detail={factors.appSince ? `On since ${factors.appSince}` : "Not set up"}
        action={<AppAction factors={factors} fresh={fresh} />}
      />
      {factors.any && (
        <SetItem
          mark={<Icon of={ReceiptText} />}
          name="Backup codes"
          detail={codesLabel(factors.backupCodes)}
          action={
            <Form method="post" action={appPage}>
              <GuardedButton fresh={fresh} here={here} variant="quiet" small name="intent" value="codes">
                Make new codes
              </GuardedButton>
            </Form>
          }
        />
      )}
    </ul>
  </SetRow>
);
