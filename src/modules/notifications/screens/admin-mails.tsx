import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage, pageOf } from "#src/platform/respond.ts";
import { notFound, type Outcome } from "#src/shared/outcome.ts";
import { Notice } from "#src/ui/notice.tsx";
import { FilterTabs } from "#src/ui/table.tsx";
import { useFlash } from "#src/ui/use-flash.ts";
import { failedMails, refusedAddresses } from "../mails/failed-mails.ts";
import { giveUpMail, retryMail, setAddressAside } from "../mails/mail-steps.ts";
import type { Route } from "./+types/admin-mails.ts";
import { AddressTable, FailedMailTable } from "./mail-tables.tsx";

const page = "/admin/mails";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "people");
  const asked = new URL(request.url).searchParams;
  const cursor = { older: asked.get("older") ?? undefined, newer: asked.get("newer") ?? undefined };
  const addresses = orPage(await refusedAddresses(ctx, {}), request);
  return {
    ...(await readerClock(ctx, person)),
    addresses,
    letters: asked.get("list") === "addresses" ? null : orPage(await failedMails(ctx, cursor), request),
    did: flashOf(request),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "people");
  const { step = "", id = "", to = "" } = await textsOf(request);
  const steps: Readonly<Record<string, () => Promise<Outcome<unknown>>>> = {
    retry: () => retryMail(ctx, { id }),
    "give-up": () => giveUpMail(ctx, { id }),
    aside: () => setAddressAside(ctx, { to }),
  };
  const taken = await (Object.hasOwn(steps, step) ? steps[step] : undefined)?.();
  if (!taken?.ok) return refusedForm(taken ?? notFound());
  return redirectWithFlash(pageOf(request), `mail-${step}`);
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("E-mails", matches);

const doneLabels: Readonly<Record<string, string>> = {
  "mail-retry": "The e-mail is tried again now.",
  "mail-give-up": "The e-mail is dropped. It is not tried again.",
  "mail-aside": "The address is blocked. Its e-mails are dropped.",
};

/** Letters that did not leave, and addresses that refuse them: sent again, or given up. */
export default function AdminMails({ loaderData, actionData }: Route.ComponentProps) {
  const { letters: mails, addresses, now, zone } = loaderData;
  const did = useFlash(loaderData.did || null);
  const done = !actionData && did && Object.hasOwn(doneLabels, did) ? doneLabels[did] : undefined;
  return (
    <>
      <div className="work-head">
        <div>
          <h1 className="d3">E-mails</h1>
          <p className="soft">
            E-mails that were not sent, with what the mail server said. The text of an e-mail is not shown here.
          </p>
        </div>
      </div>
      {done && <Notice tone="ok" live title={done} className="mb-4" />}
      {actionData?.message && <Notice tone="bad" live title={actionData.message} className="mb-4" />}
      <FilterTabs
        label="Which"
        className="mb-4"
        tabs={[
          { to: page, label: "Not sent", current: mails !== null },
          {
            to: `${page}?list=addresses`,
            label: "Refused addresses",
            current: mails === null,
            ...(addresses.length > 0 && { count: addresses.length }),
          },
        ]}
      />
      {mails ? <FailedMailTable {...{ letters: mails, now, zone }} /> : <AddressTable {...{ addresses, now, zone }} />}
    </>
  );
}
