import { Link, redirect } from "react-router";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { formatUsd } from "#src/shared/money.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { actOnSandbox, type SandboxPage, sandboxChoices, sandboxPage } from "../index.server.ts";
import type { Route } from "./+types/sandbox-pay.ts";

const staysHere: readonly string[] = ["close", "pay-and-close"];

/** The sandbox provider's own page; for the client of the order alone, everybody else finds nothing. */
export async function loader({ context, request, params: { attempt } }: Route.LoaderArgs) {
  const page = orPage(await sandboxPage(context.get(requestContext), attempt), request);
  return { page, closed: new URL(request.url).searchParams.has("closed") };
}

export async function action({ context, request, params: { attempt } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const before = orPage(await sandboxPage(ctx, attempt), request);
  const chosen = String((await request.formData()).get("choice") ?? "");
  const choice = sandboxChoices.find((one) => one === chosen);
  if (!choice) return redirect(`/sandbox/pay/${before.id}`, 303);
  const after = orPage(await actOnSandbox(ctx, attempt, choice), request);
  return redirect(staysHere.includes(choice) ? `/sandbox/pay/${after.id}?closed` : after.returnTo, 303);
}

export const meta: Route.MetaFunction = () => [
  { title: "Practice payment, no real money" },
  { name: "robots", content: "noindex" },
];

const ChoiceButton = ({ choice, quiet, children }: { choice: string; quiet?: boolean; children: string }) => (
  <Button block name="choice" value={choice} variant={quiet ? "outline" : "primary"}>
    {children}
  </Button>
);

const Choices = ({ page }: { page: SandboxPage }) => (
  <Form method="post" className="stack [--gap:12px]" reloadDocument>
    <ChoiceButton choice="pay">{`Pay ${formatUsd(page.cents)}`}</ChoiceButton>
    <ChoiceButton choice="decline" quiet>
      Decline the payment
    </ChoiceButton>
    <ChoiceButton choice="pay-and-close" quiet>
      Pay, then close the window
    </ChoiceButton>
    <ChoiceButton choice="pay-twice" quiet>
      Pay twice
    </ChoiceButton>
    <ChoiceButton choice="close" quiet>
      Close the window without paying
    </ChoiceButton>
  </Form>
);

const over = {
  paid: "This payment is made.",
  declined: "This payment was declined.",
  over: "The time of this payment page is over. Nothing was charged.",
} as const;

const Over = ({ page, state }: { page: SandboxPage; state: keyof typeof over }) => (
  <Notice title={over[state]} actions={<LinkButton to={page.returnTo}>Back to the shop</LinkButton>} />
);

const Closed = ({ page }: { page: SandboxPage }) => (
  <Notice
    title={page.state === "paid" ? "You paid and closed the window." : "You closed the window without paying."}
    actions={
      <>
        <LinkButton to="/dashboard">Open the shop again</LinkButton>
        {page.state === "open" && (
          <LinkButton variant="outline" to={`/sandbox/pay/${page.id}`}>
            Open the payment page again
          </LinkButton>
        )}
      </>
    }
  >
    {page.state === "paid"
      ? "You did not go back to the shop. The payment company reports the payment automatically."
      : "With a real payment company this page would be closed now."}
  </Notice>
);

export default function SandboxPay({ loaderData: { page, closed } }: Route.ComponentProps) {
  return (
    <main id="main" className="mx-auto max-w-lg px-5 py-12">
      <p className="small strong">Practice payment company</p>
      <h1 className="d3 mt-2">{`${formatUsd(page.cents)} for order ${page.orderNumber}`}</h1>
      <p className="soft mt-3 mb-7">
        This page works like the page of a payment company. It uses no real money and needs no card. Choose what the
        company should do.
      </p>
      {closed && <Closed page={page} />}
      {!closed && (page.state === "open" ? <Choices page={page} /> : <Over page={page} state={page.state} />)}
      <p className="small muted mt-7">
        <Link to={page.returnTo}>Go back to the shop without choosing</Link>
      </p>
    </main>
  );
}
