import type { ReactNode } from "react";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { flashOf } from "#src/platform/flash.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { LinkButton } from "#src/ui/button.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";
import { readSetup } from "../../setup/facts.ts";
import type { MethodFacts } from "../../setup/setup-step.ts";
import type { Route } from "./+types/payments.ts";
import { CopyLine, SetupAnswer, StepButton } from "./setup-parts.tsx";
import { doSetupStep, requireOwner } from "./setup-steps.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireOwner(ctx, request);
  const { methods, bank, address } = orPage(await readSetup(ctx, {}), request).facts;
  return { methods, bank, base: address.url, did: flashOf(request) };
}

export const action = ({ context, request }: Route.ActionArgs) =>
  doSetupStep(context.get(requestContext), request, "/setup/payments");

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Payment method", matches);

type Guide = { where: ReactNode; lines: readonly string[]; events: string };

/** What the owner enters at each provider, and the lines that the server needs. */
const guides: Readonly<Record<string, Guide>> = {
  stripe: {
    where:
      "In Stripe, open Developers, Webhooks, Add endpoint. Enter this address and these events; Stripe then shows the signing secret.",
    lines: ["STRIPE_SECRET_KEY=sk_live_…", "STRIPE_WEBHOOK_SECRET=whsec_…"],
    events: "checkout.session.*, payment_intent.*, refund.*, charge.refunded, charge.dispute.*",
  },
  paypal: {
    where:
      "In PayPal's developer pages, open Apps, your app, Add webhook. Enter this address and these events; PayPal then shows the webhook's id.",
    lines: ["PAYPAL_CLIENT_ID=…", "PAYPAL_CLIENT_SECRET=…", "PAYPAL_WEBHOOK_ID=…", "PAYPAL_LIVE=on"],
    events: "CHECKOUT.ORDER.APPROVED, PAYMENT.CAPTURE.*, CUSTOMER.DISPUTE.*",
  },
};

const State = ({ set, answer }: Pick<MethodFacts, "set" | "answer">) => {
  if (!set) return <Status shape="dash">No keys on the server</Status>;
  if (!answer) return <Status shape="clock">Not checked yet</Status>;
  return answer.ok ? <Status shape="check">Works</Status> : <Status shape="alert">Does not work</Status>;
};

const Method = ({ method: { key, name, set, answer }, base }: { method: MethodFacts; base: string }) => {
  const guide = guides[key];
  return (
    <Panel title={name} aside={<State set={set} answer={answer} />} pad>
      {answer && <p className="mb-3">{`${name}: ${answer.message} Checked: ${answer.when}.`}</p>}
      {set ? (
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-[10rem_auto] sm:items-center">
          <StepButton step={key} label={answer ? "Check again" : "Check"} about={name} primary={!answer?.ok} />
          <p className="small muted">Takes a few seconds. No money moves.</p>
        </div>
      ) : (
        guide && (
          <>
            <p>{guide.where}</p>
            <CopyLine label="Webhook address" value={`${base}/webhooks/${key}`} />
            <CopyLine label="Events" value={guide.events} />
            <p className="mt-4">
              Write these lines into the server's environment with your own values, and start the program again.
            </p>
            {guide.lines.map((line) => (
              <CopyLine key={line} label={line.slice(0, line.indexOf("="))} value={line} />
            ))}
          </>
        )
      )}
    </Panel>
  );
};

/** What each way to pay needs; keys are secrets of the server, and this page never shows them. */
export default function SetupPayments({ loaderData: { methods, bank, base, did }, actionData }: Route.ComponentProps) {
  return (
    <>
      <Crumbs
        steps={[
          { to: "/admin", label: "Overview" },
          { to: "/setup", label: "Set up the shop" },
          { label: "Payment method" },
        ]}
      />
      <div className="work-head">
        <div>
          <h1 className="d3">Payment method</h1>
          <p className="soft">
            Keys are secrets of the server. This page says whether they are there and work. It never shows or stores
            them.
          </p>
        </div>
      </div>
      <SetupAnswer flash={did} refused={actionData?.message} />
      <div className="panels">
        {methods.map((method) => (
          <Method key={method.key} method={method} base={base} />
        ))}
        <Panel
          title="Bank account"
          aside={bank ? <Status shape="check">Set</Status> : <Status shape="dash">Not set</Status>}
          pad
        >
          <p className="mb-3">It needs no key: clients pay by transfer, and you confirm each one.</p>
          <LinkButton to="/admin/payments/bank" variant="outline" small>
            {bank ? "Change the account" : "Enter the account"}
          </LinkButton>
        </Panel>
      </div>
    </>
  );
}
