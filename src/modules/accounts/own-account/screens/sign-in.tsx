import type { FormEventHandler } from "react";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { flashOf } from "#src/platform/flash.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Icon, Lock } from "#src/ui/icons.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useMended } from "#src/ui/use-mended.ts";
import { useFlash } from "#src/ui/use-sent.ts";
import { requirePerson } from "../../index.server.ts";
import { messageOfTrouble, type Provider, providerName } from "../../index.ts";
import { ProviderForm, ProviderMark, useOAuthAttempts } from "../../providers/screens/provider-part.tsx";
import type { FormAnswer } from "../../screens/answers.server.ts";
import type { Route } from "./+types/sign-in.ts";
import { PasskeysPart, SecondFactorPart } from "./factors-part.tsx";
import { Answer, GuardedButton, Part, SetItem, SetRow, useSending } from "./part.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SessionsPart, ViewsPart } from "./sessions-part.tsx";
import { type ProviderLine, type SignInPage, signInPage, submitSignInForm } from "./sign-in.server.ts";

const here = "/accountSettings/sign-in";

/** What was just done here or on a page that leads back. */
const flashes: Readonly<Record<string, string>> = {
  password: "The new password is saved. Every other browser is signed out.",
  "google-linked": "Google is connected: you can sign in with it.",
  "apple-linked": "Apple is connected: you can sign in with it.",
  "google-gone": "Google is disconnected.",
  "apple-gone": "Apple is disconnected.",
  "passkey-added": "The passkey is added.",
  "passkey-removed": "The passkey is removed.",
  "app-added": "The authenticator app is set up.",
  "app-removed": "The authenticator app is removed.",
};

const endedMessage = (count: number): string => {
  if (count === 0) return "It had ended already.";
  return count === 1 ? "One session is over." : `${count} sessions are over.`;
};

const flashText = (flash: string): string | null => {
  const ended = /^ended-(\d{1,4})$/.exec(flash)?.[1];
  if (ended !== undefined) return endedMessage(Number(ended));
  return Object.hasOwn(flashes, flash) ? (flashes[flash] ?? null) : null;
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requirePerson(ctx, request);
  return {
    ...(await signInPage(ctx, request, person)),
    flash: flashText(flashOf(request)),
    trouble: messageOfTrouble(new URL(request.url).searchParams.get("trouble")),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  return submitSignInForm(ctx, await request.formData());
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Sign-in and security", matches);

type PasswordProps = Pick<SignInPage, "password" | "person"> & {
  answer: FormAnswer | undefined;
  onInput: FormEventHandler;
};

const PasswordPart = ({ password, person, answer, onInput }: PasswordProps) => (
  <SetRow
    id="password"
    title="Password"
    says={
      password
        ? `${password.least} characters or more. Other browsers are signed out when it changes. Set on ${password.since}.`
        : "You sign in without a password. That is fine: nobody can guess it."
    }
  >
    {password ? (
      <PasswordForm person={person} least={password.least} first={false} answer={answer} onInput={onInput} />
    ) : (
      <ul className="setlist">
        <SetItem
          mark={<Icon of={Lock} />}
          name="No password"
          detail="You sign in by an e-mailed link, a passkey or a provider."
          action={
            <LinkButton to="/accountSettings/password" variant="quiet" small>
              Set a password
            </LinkButton>
          }
        />
      </ul>
    )}
  </SetRow>
);

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
const ProviderRow = ({ fresh, ...line }: ProviderLine & { fresh: boolean }) => {
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

const ProvidersPart = ({ lines, fresh }: Pick<SignInPage, "lines" | "fresh">) =>
  lines.length === 0 ? null : (
    <SetRow id="providers" title="Google and Apple" says="One press instead of a password.">
      <ul className="setlist">
        {lines.map((line) => (
          <ProviderRow key={line.provider} {...line} fresh={fresh} />
        ))}
      </ul>
    </SetRow>
  );

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { password, person, lines, factors, keys, sessions, views, zone, fresh, trouble } = loaderData;
  const message = useFlash(loaderData.flash);
  const { answer, since, onInput } = useMended(actionData);
  return (
    <Part
      title="Sign-in and security"
      lede={`How you get in, and where you are signed in. We write to ${person.email} whenever something here changes.`}
    >
      <Answer answer={answer} since={since} labels={{ current: "Current password", password: "New password" }} />
      {!actionData && message && <Notice tone="ok" live className="mb-6" title={message} />}
      {!actionData && trouble && (
        <Notice tone="bad" live className="mb-6">
          <p>{trouble}</p>
        </Notice>
      )}
      <PasswordPart onInput={onInput} password={password} person={person} answer={answer} />
      <PasskeysPart factors={factors} keys={keys} fresh={fresh} />
      <SecondFactorPart factors={factors} fresh={fresh} />
      <ProvidersPart lines={lines} fresh={fresh} />
      <SessionsPart sessions={sessions} fresh={fresh} zone={zone} />
      <ViewsPart views={views} zone={zone} />
    </Part>
  );
}
