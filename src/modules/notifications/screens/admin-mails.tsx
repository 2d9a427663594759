import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { changedTopic } from "#src/platform/live/topics.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage, pageOf } from "#src/platform/respond.ts";
import { notFound, type Outcome } from "#src/shared/outcome.ts";
import { ListPage } from "#src/ui/list/list-page.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useFlash } from "#src/ui/use-sent.ts";
import { failedMails, refusedAddresses } from "../mails/failed-mails.ts";
import { giveUpMail, retryMail, setAddressAside } from "../mails/mail-steps.ts";
import type { Route } from "./+types/admin-mails.ts";
import { addressList, failedMailList, mailsAddress } from "./mail-lists.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "people");
  const ask = mailsAddress.read(new URL(request.url).searchParams);
  const addresses = orPage(await refusedAddresses(ctx, {}), request);
  const common = {
    ...(await readerClock(ctx, person)),
    ...{ ask, me: person.id, topics: [changedTopic("mail")], addressCount: addresses.length, did: flashOf(request) },
  };
  if (ask.list === "addresses")
    return { ...common, kind: "addresses" as const, rows: addresses.map((one) => ({ ...one, id: one.to })) };
  const { older, newer } = ask;
  return { ...common, kind: "letters" as const, ...orPage(await failedMails(ctx, { older, newer }), request) };
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

const lede = "E-mails that were not sent, with what the mail server said. The text of an e-mail is not shown here.";

/** Letters that did not leave, and addresses that refuse them: sent again, or given up. */
export default function AdminMails({ loaderData, actionData }: Route.ComponentProps) {
  const did = useFlash(loaderData.did || null);
  const done = !actionData && did && Object.hasOwn(doneLabels, did) ? doneLabels[did] : undefined;
  const notices = (
    <>
      {done && <Notice tone="ok" live title={done} className="mb-4" />}
      {actionData?.message && <Notice tone="bad" live title={actionData.message} className="mb-4" />}
    </>
  );
  if (loaderData.kind === "letters")
    return (
      <ListPage title="E-mails" lede={lede} list={failedMailList} loaded={loaderData}>
        {notices}
      </ListPage>
    );
  return (
    <ListPage title="E-mails" lede={lede} list={addressList} loaded={loaderData} below={<Advice {...loaderData} />}>
      {notices}
    </ListPage>
  );
}

const Advice = ({ rows }: { rows: readonly unknown[] }) =>
  rows.length > 0 && (
    <p className="small muted mt-3">
      Write to the person in the chat, or ask for another address. Setting aside drops the refused e-mails; the next
      e-mail is tried as usual.
    </p>
  );
