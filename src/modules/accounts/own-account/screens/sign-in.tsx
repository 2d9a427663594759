import { siteSetting } from "#src/modules/site/index.server.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { isFresh } from "#src/shared/viewer.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { mySignIns, offeredProviders, requirePerson, unlinkProvider } from "../../index.server.ts";
import { isProvider, messageOfTrouble, providerName, providers } from "../../index.ts";
import type { FormAnswer } from "../../screens/answers.server.ts";
import { tabTitle } from "../../screens/auth-page.tsx";
import type { Route } from "./+types/sign-in.ts";
import { confirmFirst } from "./confirm-first.server.ts";
import { dayLabel } from "./day-label.ts";
import { MethodRow } from "./method-row.tsx";
import { Answer, Part } from "./part.tsx";
import { type ProviderLine, ProviderRow } from "./provider-row.tsx";

const here = "/accountSettings/sign-in";

/** What brought the person back here: a new password, a provider that is connected now, or one that said no. */
function arrivedWith(request: Request): { did: string | null; trouble: string | null } {
  const asked = new URL(request.url).searchParams;
  const connected = asked.get("connected");
  const did =
    asked.get("saved") === "password"
      ? "The password. Every other browser is signed out."
      : isProvider(connected)
        ? `${providerName[connected]} is connected: you can sign in with it.`
        : null;
  const trouble = messageOfTrouble(asked.get("trouble"));
  return { did: trouble ? null : did, trouble };
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requirePerson(ctx, request);
  const { password, providers: linked, factors } = orPage(await mySignIns(ctx, {}), request);
  const site = await ctx.runtime.settings.get(siteSetting);
  const day = (at: Date) => dayLabel(at, person.timeZone ?? site.timeZone);
  const offered = offeredProviders(ctx.runtime.config);
  const others = (password ? 1 : 0) + factors.passkeys;
  const lines = providers.flatMap((provider): ProviderLine[] => {
    const found = linked.find(({ providerId }) => providerId === provider);
    if (!found && !offered.includes(provider)) return [];
    return [
      {
        provider,
        offered: offered.includes(provider),
        linked: found ? { email: found.email, since: day(found.since) } : null,
        last: others === 0 && linked.length === 1,
      },
    ];
  });
  return {
    shop: site.name,
    fresh: isFresh(person, ctx.runtime.clock()),
    password: password && { since: day(password.since) },
    lines,
    factors,
    ...arrivedWith(request),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const { intent = "" } = await textsOf(request);
  const unlinked = await unlinkProvider(ctx, { provider: intent.replace("unlink-", "") });
  const saved: FormAnswer = { saved: true };
  if (unlinked.ok) return saved;
  return unlinked.code === "step-up" ? confirmFirst(here) : refusedForm(unlinked);
}

export const meta: Route.MetaFunction = ({ loaderData }) => tabTitle("Sign-in", loaderData?.shop);

type Factors = Route.ComponentProps["loaderData"]["factors"];

const passkeysLabel = (count: number): string => (count === 1 ? "One passkey" : `${count} passkeys`);

const codesLabel = (count: number): string =>
  count === 0
    ? "No backup codes left. Make new ones."
    : `${count} backup ${count === 1 ? "code" : "codes"} left for a lost phone.`;

const Locks = ({ factors }: { factors: Factors }) => (
  <section className="settings-more" aria-labelledby="locks">
    <h2 className="t2" id="locks">
      More safety
    </h2>
    <ul className="settings-rows">
      <MethodRow
        name="Second factor"
        on={factors.totp}
        state={factors.totp ? "Authenticator app" : "Not set up"}
        detail={factors.any ? codesLabel(factors.backupCodes) : "A code from your phone, beside the password."}
        action={
          <LinkButton
            to="/accountSettings/second-factor"
            variant="outline"
            small
            aria-label={factors.totp ? "Open: second factor" : "Set up: second factor"}
          >
            {factors.totp ? "Open" : "Set up"}
          </LinkButton>
        }
      />
      <MethodRow
        name="Passkeys"
        on={factors.passkeys > 0}
        state={factors.passkeys > 0 ? passkeysLabel(factors.passkeys) : "None"}
        detail={factors.passkeys > 0 ? undefined : "Sign in with your finger, your face or a security key."}
        action={
          <LinkButton
            to="/accountSettings/passkeys"
            variant="outline"
            small
            aria-label={factors.passkeys > 0 ? "Open: passkeys" : "Add one: passkeys"}
          >
            {factors.passkeys > 0 ? "Open" : "Add one"}
          </LinkButton>
        }
      />
    </ul>
  </section>
);

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { fresh, password, lines, factors, did, trouble } = loaderData;
  return (
    <Part title="Sign-in" lede="The ways into your account.">
      <Answer answer={actionData} />
      {!actionData && did && (
        <Notice tone="ok" live className="mb-6" title="Saved.">
          <p>{did}</p>
        </Notice>
      )}
      {!actionData && trouble && (
        <Notice tone="bad" live className="mb-6">
          <p>{trouble}</p>
        </Notice>
      )}
      <ul className="settings-rows">
        <MethodRow
          name="Password"
          on={password !== null}
          state={password ? "In use" : "Not set"}
          detail={password ? `Set on ${password.since}.` : "You sign in without one."}
          action={
            <LinkButton
              to="/accountSettings/password"
              variant="outline"
              small
              aria-label={password ? "Change the password" : "Set a password"}
            >
              {password ? "Change" : "Set a password"}
            </LinkButton>
          }
        />
        {lines.map((line) => (
          <ProviderRow key={line.provider} {...line} fresh={fresh} />
        ))}
      </ul>
      <Locks factors={factors} />
    </Part>
  );
}
