import { Form } from "react-router";
import { type Provider, providerName } from "../../index.ts";
import { GuardedButton, useSending } from "./part.tsx";
import { WayRow } from "./way-row.tsx";

export type ProviderLine = {
  provider: Provider;
  /** Set up on this site: it can be connected. */
  offered: boolean;
  /** The address that the provider tells, and since when; null when not connected. */
  linked: { email: string | null; since: string } | null;
  /** Without it nobody could sign in any more. */
  last: boolean;
};

const here = "/accountSettings/sign-in";

const Connect = ({ provider, fresh }: { provider: Provider; fresh: boolean }) => (
  <form method="post" action={`/api/auth/sign-in/${provider}`}>
    <input type="hidden" name="purpose" value="link" />
    <input type="hidden" name="next" value={`${here}?connected=${provider}`} />
    <GuardedButton fresh={fresh} here={here} variant="outline" small label={`Connect ${providerName[provider]}`}>
      Connect
    </GuardedButton>
  </form>
);

const Disconnect = ({ provider, fresh }: { provider: Provider; fresh: boolean }) => (
  <Form method="post">
    <input type="hidden" name="intent" value={`unlink-${provider}`} />
    <GuardedButton
      fresh={fresh}
      here={here}
      variant="outline"
      small
      busy={useSending(`unlink-${provider}`)}
      label={`Disconnect ${providerName[provider]}`}
    >
      Disconnect
    </GuardedButton>
  </Form>
);

const detailOf = ({ linked, last, offered }: ProviderLine): string | undefined => {
  if (!linked) return undefined;
  const known = [linked.email, `since ${linked.since}`].filter(Boolean).join(", ");
  if (last) return `${known}. It is your only way in: set a password or add a passkey before you disconnect it.`;
  return offered ? known : `${known}. This site does not offer it at the moment.`;
};

/** Google or Apple: connect, or disconnect when another way in is left. */
export const ProviderRow = ({ fresh, ...line }: ProviderLine & { fresh: boolean }) => {
  const { provider, linked, last, offered } = line;
  const action = linked ? (
    <Disconnect provider={provider} fresh={fresh} />
  ) : (
    <Connect provider={provider} fresh={fresh} />
  );
  return (
    <WayRow
      name={providerName[provider]}
      on={linked !== null}
      state={linked ? "Connected" : "Not connected"}
      detail={detailOf(line)}
      action={linked ? !last && action : offered && action}
    />
  );
};
