import { data, Link, redirect } from "react-router";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { formatDate } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Input } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useFlash, useSent } from "#src/ui/use-sent.ts";
import { PasskeyButton } from "../../factors/screens/passkey-button.tsx";
import {
  addPasskey,
  authPort,
  myPasskeys,
  type OwnPasskey,
  removeFactor,
  renamePasskey,
  requireFresh,
} from "../../index.server.ts";
import { type FormAnswer, nextOf, withCookies } from "../../screens/answers.server.ts";
import { withNext } from "../../screens/auth-page.tsx";
import type { Route } from "./+types/passkeys.ts";
import { back, CodesAndOn, FactorMessage, RemoveFactor, WaitingNotice } from "./factor-parts.tsx";
import { Part } from "./part.tsx";
import { factorPage } from "./sign-in.server.ts";

type Answer = FormAnswer & { codes?: string[]; about?: string };
const page = "/accountSettings/passkeys";
const signIn = "/accountSettings/sign-in";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const shown = await factorPage(ctx, request);
  const keys = orPage(await myPasskeys(ctx, {}), request);
  return { ...shown, keys, did: flashOf(request) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireFresh(ctx, request);
  const { cookies } = ctx.runtime.port(authPort);
  const { intent, id = "", name = "", password, passkey = "" } = await textsOf(request);
  if (intent === "rename") {
    const renamed = await renamePasskey(ctx, { id, name });
    return renamed.ok ? redirectWithFlash(page, "renamed") : about(id, refusedForm(renamed, { name }));
  }
  if (intent === "remove") {
    const gone = await removeFactor(ctx, { factor: "passkey", id, password });
    return gone.ok ? redirectWithFlash(signIn, "passkey-removed") : about(id, refusedForm(gone));
  }
  const added = await addPasskey(ctx, passkey, cookies.readChallenge(request.headers));
  if (!added.ok) return refusedForm(added);
  const headers = withCookies([...added.value.cookies, cookies.endChallenge()]);
  const { codes } = added.value;
  const answer: Answer = codes ? { codes } : {};
  if (codes) return data(answer, { headers });
  const next = nextOf(request);
  return next ? redirect(next, { headers }) : redirectWithFlash(signIn, "passkey-added", headers);
}

/** Which passkey of the list an answer is about. */
const about = (id: string, again: ReturnType<typeof refusedForm>) => {
  const answer: Answer = { ...again.data, about: id };
  return data(answer, again.init ?? {});
};

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Passkeys", matches);

type LineProps = { item: OwnPasskey; zone: string; answer: Answer; keep: boolean; askPassword: boolean };

const Line = ({ item: { id, name, createdAt, lastUsedAt }, zone, answer, keep, askPassword }: LineProps) => (
  <li className="stack border-rule border-b py-5 [--gap:12px]">
    <Form method="post" className="row flex-nowrap items-end [--gap:12px]">
      <input type="hidden" name="id" value={id} />
      <Field name="name" id={`f-name-${id}`} label="Name" error={answer.errors?.name} className="min-w-0 flex-1">
        <Input required maxLength={100} defaultValue={answer.values?.name ?? name} />
      </Field>
      <Button name="intent" value="rename" variant="outline">
        Rename
      </Button>
    </Form>
    <div className="between">
      <p className="small soft">
        Added {formatDate(createdAt, zone)}, {lastUsedAt ? `last used ${formatDate(lastUsedAt, zone)}` : "not used yet"}
      </p>
      {!keep && (
        <RemoveFactor
          label="Remove"
          title={`Remove the passkey "${name}"?`}
          fields={{ intent: "remove", id }}
          askPassword={askPassword}
          error={answer.errors?.password}
        />
      )}
    </div>
  </li>
);

export default function Passkeys({ loaderData, actionData }: Route.ComponentProps) {
  const { zone, next, factors, waiting, keys, did } = loaderData;
  const answer: Answer = actionData ?? {};
  const hydrated = useHydrated();
  const message = useFlash(did === "renamed" ? did : null);
  const busy = useSent() !== undefined;
  if (answer.codes) {
    return (
      <Part title="Passkeys">
        <CodesAndOn codes={answer.codes} title="The passkey is added." next={next} />
      </Part>
    );
  }
  const last = keys.length === 1 && !factors.totp;
  return (
    <Part
      title="Passkeys"
      lede="A passkey signs you in with your fingerprint, your face or the code of your device. Nobody can guess it or read it from an e-mail."
      {...(!waiting && { back })}
    >
      {waiting && <WaitingNotice />}
      {message && <Notice tone="ok" live className="mb-6" title="The passkey has its new name." />}
      <FactorMessage answer={answer} />
      {keys.length > 0 && (
        <ul className="mb-7 list-none p-0">
          {keys.map((item) => (
            <Line
              key={item.id}
              item={item}
              zone={zone}
              answer={answer.about === item.id ? answer : {}}
              keep={last && factors.needed}
              askPassword={last && factors.hasPassword}
            />
          ))}
        </ul>
      )}
      {last && factors.needed && (
        <p className="soft mb-6">
          Your role needs a second factor, so the only passkey stays. Add another one, or an authenticator app, to
          remove it.
        </p>
      )}
      <Form method="post" className="stack" aria-busy={busy}>
        <PasskeyButton purpose="add" variant="primary">
          {keys.length === 0 ? "Add a passkey" : "Add another passkey"}
        </PasskeyButton>
        {!hydrated && <p className="soft">Adding a passkey needs JavaScript.</p>}
      </Form>
      <p className="mt-7">
        <Link className="link-arrow" to={withNext("/accountSettings/second-factor", next)}>
          Authenticator app and backup codes
        </Link>
      </p>
    </Part>
  );
}
