import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts } from "#src/modules/operator/index.server.ts";
import { pageUrl } from "#src/platform/respond.ts";
import { unlessNotSent } from "#src/ui/keep-page.ts";
import type { Route } from "./+types/custom.ts";
import { CustomForm } from "./custom-form.tsx";
import { FormNotices } from "./form-notices.tsx";
import { formBase, offeredAs, sameKey, writingOf } from "./page-data.server.ts";
import { readPrefill } from "./prefill.server.ts";
import { submitOrder } from "./submit-order.server.ts";
import { sendOrder } from "./unsent.tsx";

export const handle = { footer: true, trail: { steps: ["Request", "Quote", "Payment", "Done"], at: 0 } };

/** Work without a price: a person reads the request and sends a quote. Guests may fill it in. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, draft, zone, ownZone, shared } = await formBase(context, request);
  const query = pageUrl(request).searchParams;
  const prefill = await readPrefill(ctx, query, { zone, draft });
  const { values, lost, kept, again, partner } = prefill;
  const zoneKnown = ownZone !== null || Boolean(values.deadlineZone);
  const writing = writingOf("custom");
  return {
    ...shared,
    facts: await pageFacts(context, "/custom"),
    ...sameKey(prefill),
    ...(await offeredAs(ctx, "custom")),
    writing,
    page: query.toString(),
    zone,
    zoneKnown,
    values,
    lost,
    kept,
    again,
    partner,
  };
}

export const action = (args: Route.ActionArgs) => submitOrder(args, "/custom");

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) => sendOrder(request, serverAction);

/** A refused form may come with new prices, so they are read again. */
export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.facts,
    "Custom order",
    "Describe work that is in no list. A person reads your request and sends you a price.",
  );

export default function Custom({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap order">
      <h1 className="d2">Custom order</h1>
      <p className="soft mt-2">For work that no calculator fits. A person reads it and sends you a price.</p>
      <FormNotices
        closed={loaderData.closed}
        lost={loaderData.lost}
        kept={loaderData.kept && !actionData}
        again={actionData ? null : loaderData.again}
        partner={actionData ? null : loaderData.partner}
        earlier={actionData ? null : loaderData.earlier}
      />
      <CustomForm key={loaderData.page} loaded={loaderData} answer={actionData} />
    </main>
  );
}
