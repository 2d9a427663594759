import { Link } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { changedTopic } from "#src/platform/live/topics.ts";
import { answerStep, type PostedSteps } from "#src/platform/posted-steps.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage, pageOf } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { counted } from "#src/shared/counted.ts";
import { listAddress } from "#src/shared/list-address.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Empty } from "#src/ui/empty.tsx";
import { Form } from "#src/ui/form.tsx";
import type { Listed, ListOf } from "#src/ui/list/list.ts";
import { ListPage } from "#src/ui/list/list-page.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Status } from "#src/ui/status.tsx";
import { useFlash } from "#src/ui/use-sent.ts";
import { type FailedMail, failedMails, type RefusedAddress, refusedAddresses } from "../mails/failed-mails.ts";
import { giveUpMail, retryMail, setAddressAside } from "../mails/mail-steps.ts";
import type { Route } from "./+types/admin-mails.ts";

const groupLabels = { letters: "Not sent", addresses: "Refused addresses" };
const mailsAddress = listAddress("/admin/mails", (at) => ({ list: at.oneOf("list", groupLabels, "letters") }));

type View<R extends { id: string }> = Listed<R> & { zone: string; addressCount: number };
type AddressRow = RefusedAddress & { id: string };

const tabs = {
  label: "Which",
  by: "list",
  labels: groupLabels,
  counts: ({ addressCount }: { addressCount: number }): Record<string, number> =>
    addressCount > 0 ? { addresses: addressCount } : {},
} as const;

const Recipient = ({ to, small }: { to: string; small?: boolean }) => (
  <Link className={cx("title wrap-anywhere", small && "small")} to={`/admin/people?search=${encodeURIComponent(to)}`}>
    {to}
  </Link>
);

/** How long ago, and when. */
const Age = ({ at, now, zone }: { at: Date; now: Date; zone: string }) => (
  <>
    <b className="strong block">{shortTime(now.getTime() - at.getTime())}</b>
    <time className="small muted" dateTime={at.toISOString()}>
      {formatMoment(at, zone)}
    </time>
  </>
);

const Step = ({
  step,
  name,
  value,
  label,
  of,
}: {
  step: string;
  name: string;
  value: string;
  label: string;
  of: string;
}) => (
  <Form method="post" preventScrollReset>
    <input type="hidden" name="step" value={step} />
    <input type="hidden" name={name} value={value} />
    <Button small variant="outline" aria-label={`${label}: ${of}`}>
      {label}
    </Button>
  </Form>
);

const stateLabels: Readonly<Partial<Record<FailedMail["state"], string>>> = {
  waiting: "Not sent yet",
  refused: "Refused",
  expired: "Tried for three days",
};

const State = ({ letter: mail, zone }: { letter: FailedMail; zone: string }) => {
  const { state, attempts, nextTryAt, reason, mayRetry } = mail;
  const waits = state === "waiting";
  return (
    <>
      <Status shape={waits ? "clock" : "alert"} tone={waits ? "warn" : "bad"}>
        {`${stateLabels[state] ?? state}, ${counted(attempts, "try", "tries")}`}
      </Status>
      <span className="small block wrap-anywhere">{reason || "The mail server gave no reason."}</span>
      <span className="small muted block">
        {waits && nextTryAt && `Next try ${formatMoment(nextTryAt, zone)}. `}
        {!mayRetry && "Its link or code has expired: the person asks for a new one."}
      </span>
    </>
  );
};

/** Letters that did not leave: why, how often they were tried, and the two steps that are left. */
const failedMailList: ListOf<FailedMail, View<FailedMail>> = {
  ...{ address: mailsAddress, tabs, className: "cards", noun: ["e-mail", "e-mails"] },
  caption: "E-mails that were not sent, newest first",
  empty: () => (
    <Empty title="Every e-mail was sent">
      An e-mail that the mail server refuses is listed here, with the reason, until it is sent or dropped.
    </Empty>
  ),
  columns: [
    { key: "age", label: "Age", cellClass: "num", cell: ({ createdAt }, time) => <Age at={createdAt} {...time} /> },
    {
      key: "letter",
      label: "E-mail",
      cell: ({ about, to }) => (
        <>
          <span className="block wrap-anywhere">{about}</span>
          <Recipient to={to} small />
        </>
      ),
    },
    { key: "state", label: "What happened", cell: (mail, { zone }) => <State letter={mail} zone={zone} /> },
    {
      key: "do",
      label: "Steps",
      quiet: true,
      right: true,
      cell: ({ id, about, mayRetry }) => (
        <span className="row flex-nowrap [--gap:8px]">
          {mayRetry && <Step step="retry" name="id" value={id} label="Try now" of={about} />}
          <Step step="give-up" name="id" value={id} label="Drop" of={about} />
        </span>
      ),
    },
  ],
};

/** Addresses that take no letters: whose they are, and the way to set them aside. */
const addressList: ListOf<AddressRow, View<AddressRow>> = {
  ...{ address: mailsAddress, tabs, className: "cards" },
  caption: "Addresses that refuse e-mails",
  empty: () => (
    <Empty title="No address refuses e-mails">
      An address whose mail server refuses every e-mail is listed here until an e-mail arrives there again.
    </Empty>
  ),
  columns: [
    {
      key: "to",
      label: "Address",
      cell: ({ to, letters }) => (
        <>
          <Recipient to={to} />
          <span className="small muted block num">{`${counted(letters, "e-mail")} refused`}</span>
        </>
      ),
    },
    { key: "since", label: "Since", cellClass: "num", cell: ({ since }, time) => <Age at={since} {...time} /> },
    { key: "why", label: "What the mail server said", cellClass: "wrap-anywhere", cell: ({ reason }) => reason },
    {
      key: "do",
      label: "Steps",
      quiet: true,
      right: true,
      cell: ({ to }) => <Step step="aside" name="to" value={to} label="Block" of={to} />,
    },
  ],
};

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

const steps: PostedSteps<{ ctx: Ctx; id: string; to: string }> = {
  retry: { run: ({ ctx, id }) => retryMail(ctx, { id }), flash: "mail-retry" },
  "give-up": { run: ({ ctx, id }) => giveUpMail(ctx, { id }), flash: "mail-give-up" },
  aside: { run: ({ ctx, to }) => setAddressAside(ctx, { to }), flash: "mail-aside" },
};

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "people");
  const { step = "", id = "", to = "" } = await textsOf(request);
  const again = (refusal: Refusal) => refusedForm(refusal);
  return answerStep(steps, step, { ctx, id, to }, { page: pageOf(request), again });
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
