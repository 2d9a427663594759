import { Link } from "react-router";
import { counted } from "#src/shared/counted.ts";
import { listAddress } from "#src/shared/list-address.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Empty } from "#src/ui/empty.tsx";
import { Form } from "#src/ui/form.tsx";
import type { Listed, ListOf } from "#src/ui/list/list.ts";
import { Status } from "#src/ui/status.tsx";
import type { FailedMail, RefusedAddress } from "../mails/failed-mails.ts";

const groupLabels = { letters: "Not sent", addresses: "Refused addresses" };
export const mailsAddress = listAddress("/admin/mails", (at) => ({ list: at.oneOf("list", groupLabels, "letters") }));

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
export const failedMailList: ListOf<FailedMail, View<FailedMail>> = {
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
export const addressList: ListOf<AddressRow, View<AddressRow>> = {
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
