import { Form, redirect, useNavigation } from "react-router";
import { siteSetting } from "#src/modules/site/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { authPort, keepFactorsByLink, readKeepLink } from "../index.server.ts";
import type { Route } from "./+types/keep-second-factor.ts";
import { withCookies } from "./answers.server.ts";
import { AuthPage, tabTitle } from "./auth-page.tsx";

type State = "asked" | "kept" | "over";

/** Stops the removal of a second factor, by the link of the mail. The link's token leaves the address at once. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { cookies } = ctx.house.port(authPort);
  const asked = new URL(request.url).searchParams;
  const token = asked.get("token");
  if (token !== null) throw redirect("/keep-second-factor", { headers: withCookies([cookies.link(token)]) });
  const { name: shop } = await ctx.house.settings.get(siteSetting);
  if (asked.has("kept")) return { shop, state: "kept" as State };
  const found = await readKeepLink(ctx, { token: cookies.readLink(request.headers) ?? "" });
  return { shop, state: (found.ok ? "asked" : "over") as State };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { cookies } = ctx.house.port(authPort);
  const kept = await keepFactorsByLink(ctx, { token: cookies.readLink(request.headers) ?? "" });
  if (!kept.ok) return redirect("/keep-second-factor", 303);
  return redirect("/keep-second-factor?kept", { status: 303, headers: withCookies([cookies.endLink()]) });
}

export const meta: Route.MetaFunction = ({ loaderData }) => tabTitle("Keep your second factor", loaderData?.shop);

const Asked = () => {
  const busy = useNavigation().state === "submitting";
  return (
    <AuthPage
      title="Keep your second factor"
      lede="Its removal waits. When you keep it, the removal is stopped and you sign in as before."
    >
      <Form method="post" className="mt-7">
        <Button block busy={busy}>
          {busy ? "Stopping the removal" : "Keep my second factor"}
        </Button>
      </Form>
    </AuthPage>
  );
};

const Kept = () => (
  <AuthPage
    title="Your second factor stays"
    lede="The removal is stopped. If somebody asked for it in your name, change your password."
  >
    <p className="mt-7">
      <LinkButton to="/accountSettings">Account settings</LinkButton>
    </p>
  </AuthPage>
);

const Over = () => (
  <AuthPage
    title="This link is over"
    lede="It was used already, or the three days have passed. Your account settings show how it stands."
  >
    <p className="mt-7">
      <LinkButton to="/accountSettings">Account settings</LinkButton>
    </p>
  </AuthPage>
);

const views = { asked: Asked, kept: Kept, over: Over } as const;

export default function KeepSecondFactor({ loaderData: { state } }: Route.ComponentProps) {
  const View = views[state];
  return <View />;
}
