import type { ReactNode } from "react";
import { redirect } from "react-router";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { TermList } from "#src/ui/reading.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { authPort, type ChangeLink, confirmEmailChange, readEmailChange, undoEmailChange } from "../../index.server.ts";
import { type FormAnswer, withCookies } from "../../screens/answers.server.ts";
import { AuthPage, RefusedMessage } from "../../screens/auth-page.tsx";
import type { Route } from "./+types/email-change.ts";

type LinkProps = { link: ChangeLink; busy: boolean; message: string | undefined };

const Emails = ({ link: { oldEmail, newEmail }, labels }: { link: ChangeLink; labels: [string, string] }) => (
  <div className="mt-5">
    <TermList
      small
      terms={[
        ...(oldEmail ? [{ key: "old", term: labels[0], value: oldEmail }] : []),
        { key: "new", term: labels[1], value: <b>{newEmail}</b> },
      ]}
    />
  </div>
);

/** One address confirms. The new one does not see the old one: it may be mistyped. */
const ConfirmEnd = ({ link, busy, message }: LinkProps) => {
  const own = link.end === "old";
  return (
    <AuthPage
      title={own ? "Confirm the change of your e-mail" : "Confirm your new e-mail"}
      lede={
        own
          ? "From then on you sign in with the new one, and our e-mails go there."
          : "An account here wants to use this e-mail."
      }
    >
      <RefusedMessage message={message} />
      <Emails link={link} labels={["Now", own ? "New" : "E-mail"]} />
      <Form method="post" className="mt-7">
        <Button block busy={busy}>
          {busy ? "Confirming" : own ? "Confirm the change" : "Confirm this e-mail"}
        </Button>
      </Form>
      <p className="swap">
        {own
          ? "If you did not ask for this, close the page and nothing changes. Then sign in, end all other sessions and change your password."
          : "If you did not ask for this, close the page. Nothing happens."}
      </p>
    </AuthPage>
  );
};

/** The old address takes it back. */
const WithdrawChange = ({ link, busy, message }: LinkProps) => (
  <AuthPage title="Undo the change" lede="Your account gets its old e-mail again. This is what happens:">
    <RefusedMessage message={message} />
    <Emails link={link} labels={["Old, again yours", "New, leaves the account"]} />
    <ul className="ticks plain mt-5">
      <li>Everybody who is signed in to the account is signed out.</li>
      <li>
        Every way in that was added since then is removed: a new password, passkeys, an authenticator app, backup codes,
        Google and Apple accounts.
      </li>
      <li>You choose a new password.</li>
    </ul>
    <Form method="post" className="mt-7">
      <input type="hidden" name="intent" value="undo" />
      <Button block busy={busy}>
        {busy ? "Undoing the change" : "Undo the change"}
      </Button>
    </Form>
    <p className="swap">If the change was right, close the page. Nothing happens.</p>
  </AuthPage>
);

const GoOn = ({ signedIn }: { signedIn: boolean }) =>
  signedIn ? (
    <LinkButton to="/accountSettings">Account settings</LinkButton>
  ) : (
    <LinkButton to="/login?next=/accountSettings">Sign in</LinkButton>
  );

const After = ({ title, lede, children }: { title: string; lede: string; children: ReactNode }) => (
  <AuthPage title={title} lede={lede}>
    <p className="mt-7">{children}</p>
  </AuthPage>
);

const Half = ({ signedIn }: { signedIn: boolean }) => (
  <After
    title="Confirmed here"
    lede="Now open the e-mail at the other address and confirm there, too. Until then nothing changes."
  >
    <GoOn signedIn={signedIn} />
  </After>
);

const Changed = ({ signedIn }: { signedIn: boolean }) => (
  <After
    title="Your e-mail is changed"
    lede="Both ends confirmed. Sign in with the new one from now on; the password is the same."
  >
    <GoOn signedIn={signedIn} />
  </After>
);

/** `signedIn`: this browser belongs to somebody else, who signs out before a password can be chosen. */
const Restored = ({ signedIn }: { signedIn: boolean }) =>
  signedIn ? (
    <After
      title="The change is taken back"
      lede="This browser is signed in to another account. Sign out, then choose “Forgot your password?” on the sign-in page."
    >
      <GoOn signedIn />
    </After>
  ) : (
    <After
      title="The change is taken back"
      lede="Everybody is signed out. One step is left, so that nobody gets in again."
    >
      <LinkButton to="/passreset?choose">Choose a new password</LinkButton>
    </After>
  );

const LinkIsOver = ({ signedIn }: { signedIn: boolean }) => (
  <After
    title="This link is over"
    lede="It was used already, is too old, or was replaced by a newer change. If you used it, everything is fine."
  >
    <GoOn signedIn={signedIn} />
  </After>
);

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
  return link.confirmed ? (
    <Half signedIn={signedIn} />
  ) : (
    <ConfirmEnd link={link} busy={busy} message={answer.message} />
  );
}
