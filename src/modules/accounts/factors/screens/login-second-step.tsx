import { Link } from "react-router";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { NoScript } from "#src/ui/no-script.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { authPort, guestOnly, passStepByCode, passStepByPasskey, readStep } from "../../index.server.ts";
import { begunOrderPort } from "../../ports.ts";
import { type FormAnswer, goOn, nextOf } from "../../screens/answers.server.ts";
import { AuthPage, RefusedMessage, withNext } from "../../screens/auth-page.tsx";
import { CodeField, codeKind, Or } from "../../screens/code-field.tsx";
import type { Route } from "./+types/login-second-step.ts";
import { PasskeyButton } from "./passkey-button.tsx";

const late = (next: string) => redirectWithFlash(withNext("/login", next), "late");

/** The second step of a sign-in that this browser began within ten minutes; else the sign-in page, with words. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  guestOnly(ctx);
  const next = nextOf(request);
  const token = ctx.runtime.port(authPort).cookies.readStep(request.headers) ?? "";
  const step = await readStep(ctx, { token });
  if (!step.ok) throw late(next);
  const asked = new URL(request.url).searchParams.get("way");
  const { totp, passkeys, backupCodes } = step.value;
  const has = { code: totp, passkey: passkeys > 0, backupCode: backupCodes > 0 };
  return { next, has, kind: codeKind(asked, has), kept: await ctx.runtime.port(begunOrderPort).keptWork(ctx, next) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  guestOnly(ctx);
  const next = nextOf(request);
  const { cookies } = ctx.runtime.port(authPort);
  const token = cookies.readStep(request.headers);
  const { intent, code = "", passkey = "" } = await textsOf(request);
  const passed =
    intent === "passkey"
      ? await passStepByPasskey(ctx, passkey, { token, challenge: cookies.readChallenge(request.headers) })
      : await passStepByCode(ctx, code, token);
  if (passed.ok) return goOn(passed.value, next);
  const { ok } = await readStep(ctx, { token: token ?? "" });
  return ok ? refusedForm(passed) : late(next);
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Second step", matches);

const ledes = {
  app: "The first step was right. Now the code that your authenticator app shows.",
  backup: "The first step was right. Now one of your ten backup codes.",
  none: "The first step was right. Now show your passkey.",
};

export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  const { next, has, kind, kept } = loaderData;
  const answer: FormAnswer = actionData ?? {};
  const busy = useSent() !== undefined;
  const here = (other: string) => withNext(`/login/second-step?way=${other}`, next);
  return (
    <AuthPage title="One more step" lede={ledes[kind ?? "none"]} kept={kept}>
      <RefusedMessage message={answer.message} />
      {has.passkey && (
        <Form method="post" className="stack mt-7">
          <PasskeyButton purpose="second-step" block variant={kind ? "outline" : "primary"}>
            Use a passkey
          </PasskeyButton>
          <NoScript>
            <p className="soft">Passkeys need JavaScript. Turn it on, or use a code.</p>
          </NoScript>
        </Form>
      )}
      {has.passkey && kind && <Or>or with a code</Or>}
      {kind && (
        <Form method="post" className="stack mt-5 [--gap:20px]">
          <CodeField kind={kind} error={answer.errors?.code} />
          <Button block busy={busy}>
            {busy ? "Checking" : "Continue"}
          </Button>
        </Form>
      )}
      <p className="swap">
        {kind !== "backup" && has.backupCode && <Link to={here("backup")}>Use a backup code</Link>}
        {kind === "backup" && has.code && <Link to={here("app")}>Use the authenticator app</Link>}
        {((kind !== "backup" && has.backupCode) || (kind === "backup" && has.code)) && " · "}
        <Link to={withNext("/login", next)}>Start again</Link>
      </p>
    </AuthPage>
  );
}
