import { redirect } from "react-router";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { authPort, factorRemovalDue, keepFactorsByLink, keepMyFactors, readKeepLink } from "../../index.server.ts";
import { withCookies } from "../../screens/answers.server.ts";
import { AuthPage } from "../../screens/auth-page.tsx";
import type { Route } from "./+types/keep-second-factor.ts";

type State = "asked" | "kept" | "over";

/** Whether a removal waits that this browser may stop: by the link of the mail, or as the person who is signed in. */
async function mayKeep(ctx: Ctx, token: string): Promise<boolean> {
  if ((await readKeepLink(ctx, { token })).ok) return true;
  return ctx.viewer.kind === "person" && (await factorRemovalDue(ctx.runtime.db, ctx.viewer.id)) !== null;
}

/** Stops the removal of a second factor. The token of a link leaves the address at once. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { cookies } = ctx.runtime.port(authPort);
  const asked = new URL(request.url).searchParams;
  const token = asked.get("token");
  if (token !== null) throw redirect("/keep-second-factor", { headers: withCookies([cookies.link(token)]) });
  if (asked.has("kept")) return { state: "kept" as State };
  const waits = await mayKeep(ctx, cookies.readLink(request.headers) ?? "");
  return { state: (waits ? "asked" : "over") as State };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { cookies } = ctx.runtime.port(authPort);
  const byLink = await keepFactorsByLink(ctx, { token: cookies.readLink(request.headers) ?? "" });
  const kept = byLink.ok ? byLink : await keepMyFactors(ctx, {});
  if (!kept.ok) return redirect("/keep-second-factor", 303);
  return redirect("/keep-second-factor?kept", { status: 303, headers: withCookies([cookies.endLink()]) });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Keep your second factor", matches);

const Asked = () => {
  const busy = useSent() !== undefined;
  return (
    <AuthPage
      title="Keep your second factor"
      lede="It will be removed soon. When you keep it, the removal is stopped and you sign in as before."
    >
      <Form method="post" className="mt-7">
        <Button block busy={busy}>
          {busy ? "Stopping the removal" : "Keep my second factor"}
        </Button>
      </Form>
    </AuthPage>
  );
};

const Done = ({ title, lede }: { title: string; lede: string }) => (
  <AuthPage title={title} lede={lede}>
    <p className="mt-7">
      <LinkButton to="/accountSettings/second-factor">Look at your second factor</LinkButton>
    </p>
  </AuthPage>
);

const done = {
  kept: {
    title: "Your second factor stays",
    lede: "The removal is stopped. If somebody asked for it in your name, change your password.",
  },
  over: {
    title: "This link is over",
    lede: "It was used already, or the three days have passed. Sign in to see your second factor.",
  },
} as const;

export default function KeepSecondFactor({ loaderData: { state } }: Route.ComponentProps) {
  return state === "asked" ? <Asked /> : <Done {...done[state]} />;
}
