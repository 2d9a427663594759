import { data, Link, redirect } from "react-router";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { formatDate, formatMoment } from "#src/shared/zone.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { TermList } from "#src/ui/reading.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { addApp, beginApp, makeBackupCodes, removeFactor, requireFresh, shownApp } from "../../index.server.ts";
import { type FormAnswer, nextOf, withCookies } from "../../screens/answers.server.ts";
import { withNext } from "../../screens/auth-page.tsx";
import { CodeField } from "../../screens/code-field.tsx";
import type { Route } from "./+types/second-factor.ts";
import { back, CodesAndOn, FactorMessage, RemoveFactor, WaitingNotice } from "./factor-parts.tsx";
import { Part } from "./part.tsx";
import { factorPage, type NewApp, newApp } from "./sign-in.server.ts";

/** An admin started the removal of a factor reported as lost: its owner, who may know nothing of it, can stop it. */
const RemovalNotice = ({ due, zone }: { due: Date; zone: string }) => (
  <Notice
    tone="warn"
    className="mb-6"
    title={`Your second factor will be removed on ${formatMoment(due, zone)}.`}
    actions={
      <LinkButton small to="/keep-second-factor">
        Keep my second factor
      </LinkButton>
    }
  >
    <p>You, or somebody in your name, said that it is lost. If you still have it, or did not ask for this, keep it.</p>
  </Notice>
);

type Answer = FormAnswer & { enrol?: NewApp; codes?: string[]; made?: "app" | "codes" };

export const loader = ({ context, request }: Route.LoaderArgs) => factorPage(context.get(requestContext), request);

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const person = requireFresh(ctx, request);
  const { intent, token = "", code = "", password } = await textsOf(request);
  const next = nextOf(request);
  if (intent === "begin") {
    const begun = await beginApp(ctx, {});
    const answer: Answer = begun.ok ? { enrol: await newApp(ctx, person, begun.value) } : {};
    return begun.ok ? answer : refusedForm(begun);
  }
  if (intent === "codes") {
    const made = await makeBackupCodes(ctx, {});
    const answer: Answer = made.ok ? { codes: made.value.codes, made: "codes" } : {};
    return made.ok ? answer : refusedForm(made);
  }
  if (intent === "remove") {
    const gone = await removeFactor(ctx, { factor: "app", password });
    return gone.ok ? redirectWithFlash(back.to, "app-removed") : refusedForm(gone);
  }
  const added = await addApp(ctx, { token, code });
  if (added.ok) {
    const headers = withCookies(added.value.cookies);
    const { codes } = added.value;
    const answer: Answer = codes ? { codes, made: "app" } : {};
    if (codes) return data(answer, { headers });
    return next ? redirect(next, { headers }) : redirectWithFlash(back.to, "app-added", headers);
  }
  const shown = await shownApp(ctx, { token });
  if (!shown.ok) return refusedForm(added);
  const again = refusedForm(added);
  const answer: Answer = { ...again.data, enrol: await newApp(ctx, person, { token, secret: shown.value.secret }) };
  return data(answer, again.init ?? {});
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Second factor", matches);

const titles = { app: "The authenticator app is set up.", codes: "Ten new codes. The old ones do not work any more." };

const codesLabel = (left: number): string => (left === 0 ? "None" : `${left} of 10 unused`);

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { zone, next, factors, waiting, removalDue } = loaderData;
  const answer: Answer = actionData ?? {};
  const busy = useSent() !== undefined;
  const { totp, passkeys, backupCodes, appSince, needed, hasPassword } = factors;
  if (answer.codes) {
    return (
      <Part title="Second factor">
        <CodesAndOn codes={answer.codes} title={titles[answer.made ?? "codes"]} next={next} />
      </Part>
    );
  }
  if (answer.enrol) return <NewAppForm app={answer.enrol} error={answer.errors?.code} busy={busy} />;
  const lastApp = totp && passkeys === 0;
  return (
    <Part
      title="Second factor"
      lede="Something that you have, in addition to your password: a stolen password alone does not open your account."
      {...(!waiting && { back })}
    >
      {waiting && <WaitingNotice />}
      {removalDue && <RemovalNotice due={removalDue} zone={zone} />}
      <FactorMessage answer={answer} />
      <TermList
        terms={[
          {
            key: "app",
            term: "Authenticator app",
            value: appSince ? `Since ${formatDate(appSince, zone)}` : "Not set up",
          },
          { key: "passkeys", term: "Passkeys", value: passkeys === 0 ? "None" : String(passkeys) },
          { key: "codes", term: "Backup codes", value: codesLabel(backupCodes) },
        ]}
      />
      <Form method="post" className="row mt-7 [--gap:12px]">
        <Button name="intent" value="begin" variant={totp ? "outline" : "primary"} busy={busy}>
          {totp ? "Move to another app or phone" : "Set up an authenticator app"}
        </Button>
        <LinkButton to={withNext("/accountSettings/passkeys", next)} variant="outline">
          {passkeys === 0 ? "Add a passkey" : "See your passkeys"}
        </LinkButton>
        {factors.any && (
          <Button name="intent" value="codes" variant="outline" formNoValidate>
            Make new backup codes
          </Button>
        )}
      </Form>
      {totp && (
        <section className="mt-10" aria-labelledby="remove">
          <h2 className="t2" id="remove">
            Remove the app
          </h2>
          {needed && lastApp ? (
            <p className="soft mt-2">
              Your role needs a second factor, and this is your only one. Add a passkey first, or move the app to
              another phone.
            </p>
          ) : (
            <div className="mt-4">
              <RemoveFactor
                label="Remove the authenticator app"
                title="Remove the authenticator app?"
                fields={{ intent: "remove" }}
                askPassword={lastApp && hasPassword}
                error={answer.errors?.password}
              />
            </div>
          )}
        </section>
      )}
    </Part>
  );
}

type Props = { app: NewApp; error: string | undefined; busy: boolean };

/** The picture and the key for the app, and the first code back. */
const NewAppForm = ({ app: { token, picture, key }, error, busy }: Props) => (
  <Part
    title="Set up an authenticator app"
    lede="Any app for one-time codes works: the one of your password manager, Aegis, Google Authenticator and others."
  >
    <div className="row items-start [--gap:32px]">
      <img src={picture} width={208} height={208} alt="QR code of the key. The same key is next to it as text." />
      <div className="stack min-w-0 flex-1 basis-70 [--gap:8px]">
        <p>
          <b>1.</b> Scan the picture with the app, or type this key into it:
        </p>
        <p>
          <code className="font-mono break-words" translate="no">
            {key}
          </code>
        </p>
        <p className="soft small">Time based, six digits, 30 seconds: what apps choose by themselves.</p>
      </div>
    </div>
    <Form method="post" className="stack mt-7 max-w-80 [--gap:20px]">
      <p>
        <b>2.</b> Type the code that the app shows now.
      </p>
      <input type="hidden" name="token" value={token} />
      <CodeField kind="app" error={error} />
      <div className="row [--gap:12px]">
        <Button name="intent" value="confirm" busy={busy}>
          {busy ? "Checking" : "Finish"}
        </Button>
        <Link to="/accountSettings/second-factor">Stop here</Link>
      </div>
    </Form>
  </Part>
);
