import { redirect } from "react-router";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { useSent } from "#src/ui/use-sent.ts";
import { authPort, confirmEmailChange, readEmailChange, undoEmailChange } from "../../index.server.ts";
import { type FormAnswer, withCookies } from "../../screens/answers.server.ts";
import type { Route } from "./+types/email-change.ts";
import { Changed, ConfirmEnd, Half, LinkIsOver, Restored, WithdrawChange } from "./email-change-views.tsx";

/** A mailed link of a change of address, in any browser. Its token leaves the address at once; only a button uses it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { cookies } = ctx.runtime.port(authPort);
  const asked = new URL(request.url).searchParams;
  const token = asked.get("token");
  if (token !== null) throw redirect("/email-change", { headers: withCookies([cookies.link(token)]) });
  const signedIn = ctx.viewer.kind === "person";
  const done = asked.get("done");
  if (done) return { signedIn, done, link: null };
  const found = await readEmailChange(ctx, { token: cookies.readLink(request.headers) ?? "" });
  return { signedIn, done: null, link: found.ok ? found.value : null };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { cookies } = ctx.runtime.port(authPort);
  const token = cookies.readLink(request.headers) ?? "";
  const { intent } = await textsOf(request);
  if (intent === "undo") {
    const undone = await undoEmailChange(ctx, { token });
    if (!undone.ok) return refusedForm(undone);
    return redirect("/email-change?done=restored", { headers: withCookies([cookies.link(undone.value.resetToken)]) });
  }
  const confirmed = await confirmEmailChange(ctx, { token });
  if (!confirmed.ok) return refusedForm(confirmed);
  const to = confirmed.value.state === "done" ? "changed" : "half";
  return redirect(`/email-change?done=${to}`, { headers: withCookies([cookies.endLink()]) });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Change of e-mail", matches);

export default function EmailChange({ loaderData: { link, done, signedIn }, actionData }: Route.ComponentProps) {
  const busy = useSent() !== undefined;
  const answer: FormAnswer = actionData ?? {};
  if (done === "changed") return <Changed signedIn={signedIn} />;
  if (done === "half") return <Half signedIn={signedIn} />;
  if (done === "restored") return <Restored signedIn={signedIn} />;
  if (!link) return <LinkIsOver signedIn={signedIn} />;
  if (link.end === "undo") return <WithdrawChange link={link} busy={busy} message={answer.message} />;
  return link.saidYes ? <Half signedIn={signedIn} /> : <ConfirmEnd link={link} busy={busy} message={answer.message} />;
}
