import { Form } from "#src/ui/form.tsx";
import { type Provider, providerName } from "../../index.ts";
import { ProviderMark } from "../../providers/screens/provider-marks.tsx";
import { ProviderForm, useOAuthAttempts } from "../../providers/screens/provider-part.tsx";
import { GuardedButton, useSending } from "./part.tsx";
import { SetItem } from "./set-parts.tsx";

export type ProviderLine = {
  provider: Provider;
  /** Set up on this site: it can be connected. */
  offered: boolean;
  /** The address that the provider reports, and since when; null when not connected. */
  linked: { email: string | null; since: string } | null;
  /** Without it nobody could sign in any more. */
  last: boolean;
};

const here = "/accountSettings/sign-in";

type ConnectProps = { provider: Provider; fresh: boolean; attempts: ReturnType<typeof useOAuthAttempts> };

const Connect = ({ provider, fresh, attempts: { busy, begin } }: ConnectProps) => (
  <ProviderForm provider={provider} purpose="link" next={here} begin={begin}>
    <GuardedButton
      fresh={fresh}
      here={here}
      variant="quiet"
      small
      busy={busy === provider}
      label={`Connect ${providerName[provider]}`}
    >
      {busy === provider ? "Connecting" : "Connect"}
    </GuardedButton>
  </ProviderForm>
);

const Disconnect = ({ provider, fresh }: { provider: Provider; fresh: boolean }) => (
  <Form method="post">
    <input type="hidden" name="intent" value={`unlink-${provider}`} />
    <GuardedButton
      fresh={fresh}
      here={here}
      variant="quiet"
      small
      busy={useSending(`unlink-${provider}`)}
      label={`Disconnect ${providerName[provider]}`}
    >
      Disconnect
    </GuardedButton>
  </Form>
);

const detailOf = ({ linked, last, offered }: ProviderLine): string => {
  if (!linked) return "Not connected";
  const known = [linked.email, `since ${linked.since}`].filter(Boolean).join(", ");
  if (last) return `${known}. It is your only way in: set a password or add a passkey before you disconnect it.`;
  return offered ? known : `${known}. This site does not offer it at the moment.`;
};

/** Google or Apple: connect, or disconnect when another way in is left. */
export const ProviderRow = ({ fresh, ...line }: ProviderLine & { fresh: boolean }) => {
  const { provider, linked, last, offered } = line;
  const attempts = useOAuthAttempts(null);
  const action = linked ? (
    <Disconnect provider={provider} fresh={fresh} />
  ) : (
    <Connect provider={provider} fresh={fresh} attempts={attempts} />
  );
  return (
    <SetItem
      mark={<ProviderMark provider={provider} />}
      name={providerName[provider]}
      detail={attempts.message ? <span role="alert">{attempts.message}</span> : detailOf(line)}
      action={linked ? !last && action : offered && action}
    />
  );
};
