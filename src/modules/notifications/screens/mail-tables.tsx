import { Link } from "react-router";
import { shortTime } from "#src/shared/time-labels.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { Form } from "#src/ui/form.tsx";
import { Status } from "#src/ui/status.tsx";
import { Pager, Table } from "#src/ui/table.tsx";
import type { FailedMail, RefusedAddress } from "../mails/failed-mails.ts";

type Time = { now: Date; zone: string };
type FailedMails = { rows: readonly FailedMail[]; older: string | null; newer: string | null };

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

const ageOf = (at: Date, now: Date): string => shortTime(now.getTime() - at.getTime());

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
        {`${stateLabels[state] ?? state}, ${attempts === 1 ? "1 try" : `${attempts} tries`}`}
      </Status>
      <span className="small block wrap-anywhere">{reason || "The mail server gave no reason."}</span>
      <span className="small muted block">
        {waits && nextTryAt && `Next try ${formatMoment(nextTryAt, zone)}. `}
        {!mayRetry && "Its link or code has expired: the person asks for a new one."}
      </span>
    </>
  );
};

const failedMailColumns = [
  { key: "age", label: "Age" },
  { key: "letter", label: "E-mail" },
  { key: "state", label: "What happened" },
  { key: "do", label: "Steps", quiet: true },
];

/** Letters that did not leave: why, how often they were tried, and the two steps that are left. */
export const FailedMailTable = ({ letters: mails, now, zone }: Time & { letters: FailedMails }) => {
  const { rows, older, newer } = mails;
  if (rows.length === 0)
    return (
      <Empty title="Every e-mail was sent">
        An e-mail that the mail server refuses is listed here, with the reason, until it is sent or dropped.
      </Empty>
    );
  return (
    <>
      <Panel>
        <Table caption="E-mails that were not sent, newest first" columns={failedMailColumns} boxed tight cards>
          {rows.map((mail) => (
            <tr key={mail.id} data-row="">
              <td className="num">
                <b className="strong block">{ageOf(mail.createdAt, now)}</b>
                <time className="small muted" dateTime={mail.createdAt.toISOString()}>
                  {formatMoment(mail.createdAt, zone)}
                </time>
              </td>
              <td>
                <span className="block wrap-anywhere">{mail.about}</span>
                <Link className="title small wrap-anywhere" to={`/admin/people?search=${encodeURIComponent(mail.to)}`}>
                  {mail.to}
                </Link>
              </td>
              <td>
                <State letter={mail} zone={zone} />
              </td>
              <td className="r">
                <span className="row flex-nowrap [--gap:8px]">
                  {mail.mayRetry && <Step step="retry" name="id" value={mail.id} label="Try now" of={mail.about} />}
                  <Step step="give-up" name="id" value={mail.id} label="Drop" of={mail.about} />
                </span>
              </td>
            </tr>
          ))}
        </Table>
      </Panel>
      <Pager
        newer={newer ? `/admin/mails?newer=${newer}` : undefined}
        older={older ? `/admin/mails?older=${older}` : undefined}
      >
        {rows.length === 1 ? "1 e-mail on this page" : `${rows.length} e-mails on this page`}
      </Pager>
    </>
  );
};

const addressColumns = [
  { key: "to", label: "Address" },
  { key: "since", label: "Since" },
  { key: "why", label: "What the mail server said" },
  { key: "do", label: "Steps", quiet: true },
];

/** Addresses that take no letters: whose they are, and the way to set them aside. */
export const AddressTable = ({ addresses, now, zone }: Time & { addresses: readonly RefusedAddress[] }) => {
  if (addresses.length === 0)
    return (
      <Empty title="No address refuses e-mails">
        An address whose mail server refuses every e-mail is listed here until an e-mail arrives there again.
      </Empty>
    );
  return (
    <Panel>
      <Table caption="Addresses that refuse e-mails" columns={addressColumns} boxed tight cards>
        {addresses.map(({ to, letters: mails, since, reason }) => (
          <tr key={to} data-row="">
            <td>
              <Link className="title wrap-anywhere" to={`/admin/people?search=${encodeURIComponent(to)}`}>
                {to}
              </Link>
              <span className="small muted block num">
                {mails === 1 ? "1 e-mail refused" : `${mails} e-mails refused`}
              </span>
            </td>
            <td className="num">
              <b className="strong block">{ageOf(since, now)}</b>
              <span className="small muted">{formatMoment(since, zone)}</span>
            </td>
            <td className="wrap-anywhere">{reason}</td>
            <td className="r">
              <Step step="aside" name="to" value={to} label="Block" of={to} />
            </td>
          </tr>
        ))}
      </Table>
      <p className="panel-pad small muted">
        Write to the person in the chat, or ask for another address. Setting aside drops the refused e-mails; the next
        e-mail is tried as usual.
      </p>
    </Panel>
  );
};
