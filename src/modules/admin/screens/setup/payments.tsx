import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readingZone } from "#src/modules/operator/index.server.ts";
import { lastReportOf } from "#src/modules/payments/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage, pageUrl } from "#src/platform/respond.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { LinkButton } from "#src/ui/button.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";
import { FilterTabs } from "#src/ui/table.tsx";
import { paymentKeys, readSetup } from "../../setup/facts.ts";
import { runningVersion } from "../../system/read-health.ts";
import type { Route } from "./+types/payments.ts";
import { PaymentAside, PaymentSteps } from "./payment-steps.tsx";
import { SetupAnswer } from "./setup-parts.tsx";
import { doSetupStep, requireOwner } from "./setup-steps.server.ts";

const here = "/setup/payments";
const tabs = ["stripe", "paypal", "bank"] as const;

const tabOf = (request: Request): (typeof tabs)[number] => {
  const asked = pageUrl(request).searchParams.get("method");
  return tabs.find((one) => one === asked) ?? "stripe";
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireOwner(ctx, request);
  const { methods, bank, address } = orPage(await readSetup(ctx, {}), request).facts;
  const zone = await readingZone(ctx);
  const tab = tabOf(request);
  const last = tab === "bank" ? null : await lastReportOf(ctx.runtime.db, tab);
  return {
    ...{ tab, methods, bank, base: address.url, keys: paymentKeys(ctx.runtime), did: flashOf(request) },
    readAt: formatMoment(runningVersion(ctx.runtime).since, zone),
    reported: last && formatMoment(last, zone),
  };
}

export const action = ({ context, request }: Route.ActionArgs) =>
  doSetupStep(context.get(requestContext), request, `${here}?method=${tabOf(request)}`);

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Payment method", matches);

type Loaded = Route.ComponentProps["loaderData"];

const tabsOf = ({ tab, methods, keys, bank }: Loaded) => [
  ...methods.map(({ key, name }) => {
    const all = keys[key] ?? [];
    return {
      ...{ to: `${here}?method=${key}`, label: name, current: tab === key },
      count: `${all.filter(({ set }) => set).length} of ${all.length}`,
    };
  }),
  { to: `${here}?method=bank`, label: "Bank account", current: tab === "bank", count: bank ? "set" : "not set" },
];

const BankPanel = ({ bank }: Pick<Loaded, "bank">) => (
  <Panel
    title="Bank account"
    aside={bank ? <Status shape="check">Set</Status> : <Status shape="dash">Not set</Status>}
    pad
  >
    <p className="mb-3">It needs no key: clients pay by transfer, and you confirm each one.</p>
    <LinkButton to="/admin/payments/bank" variant={bank ? "outline" : "primary"} small>
      {bank ? "Change the account" : "Enter the account"}
    </LinkButton>
  </Panel>
);

/** What each tab to pay needs; keys are secrets of the server, of which this page shows the end alone. */
export default function SetupPayments({ loaderData, actionData }: Route.ComponentProps) {
  const { tab, methods, keys, did } = loaderData;
  const method = methods.find(({ key }) => key === tab);
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
            Keys are secrets of the server. This page reads whether they are there and work. It never stores them.
          </p>
        </div>
      </div>
      <FilterTabs label="Payment methods" tabs={tabsOf(loaderData)} className="mb-5" />
      <SetupAnswer flash={did} refused={actionData?.message} />
      <div className="grid items-start gap-6 min-[1280px]:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="panels min-w-0">
          {method ? (
            <PaymentSteps key={tab} {...loaderData} method={method} keys={keys[tab] ?? []} />
          ) : (
            <BankPanel {...loaderData} />
          )}
        </div>
        <PaymentAside />
      </div>
    </>
  );
}
