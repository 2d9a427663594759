import { Link } from "react-router";
import { counted, countLabel } from "#src/shared/counted.ts";
import { secondsOrTime } from "#src/shared/time-labels.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Form } from "#src/ui/form.tsx";
import { type Shape, Status, type Tone } from "#src/ui/status.tsx";
import { type HealthRow, type HealthState, mostLater } from "../../system/health.ts";
import type { FailingWork, WaitingWork } from "../../system/waiting-work.ts";

const styles: Readonly<Record<HealthState, { shape: Shape; tone: Tone; tint: string }>> = {
  works: { shape: "check", tone: "ok", tint: "" },
  attention: { shape: "alert", tone: "warn", tint: "bg-warn-tint" },
  failed: { shape: "alert", tone: "bad", tint: "bg-error-tint" },
};

const Row = ({ row: { name, state, label, note, figure } }: { row: HealthRow }) => {
  const { shape, tone, tint } = styles[state];
  return (
    <li
      className={cx(
        "grid min-h-15 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-0.5 border-t border-rule px-5 py-2.5 md:grid-cols-[8rem_minmax(0,1fr)_auto]",
        tint,
      )}
    >
      <Status shape={shape} tone={tone}>
        {label}
      </Status>
      <div className="order-last col-span-full min-w-0 wrap-anywhere md:order-none md:col-span-1">
        <b className="font-semibold">{name}</b>
        <span className="meta block">{note}</span>
      </div>
      <span className="num soft whitespace-nowrap">{figure}</span>
    </li>
  );
};

/** Each part of the installation: whether it works, and in words what to do where it does not. */
export const HealthPanel = ({ rows }: { rows: readonly HealthRow[] }) => {
  const wrong = rows.filter(({ state }) => state !== "works").length;
  const works = `${rows.length - wrong} work`;
  return (
    <Panel
      title="Health"
      aside={<span className="small muted num">{wrong ? `${works}, ${wrong} to look at` : works}</span>}
    >
      <ul>
        {rows.map((row) => (
          <Row key={row.name} row={row} />
        ))}
      </ul>
    </Panel>
  );
};

const queueLabels: Readonly<Record<string, string>> = {
  timers: "Deadlines and reminders",
  events: "News for other parts of the product",
  mails: "E-mails",
  "provider-events": "Messages of payment providers",
  refunds: "Refunds",
  "file-checks": "Checks of files",
  webhooks: "Webhooks",
  "payment-pages": "Payment pages to end",
};

const Figure = ({ label, bad, children }: { label: string; bad?: boolean; children: string }) => (
  <div className="border-l border-rule px-5 pt-2.5 pb-3 first:border-l-0">
    <dt className="small soft">{label}</dt>
    <dd className={cx("num font-serif text-2xl", bad && "text-error")}>{children}</dd>
  </div>
);

const Failing = ({ one, zone }: { one: FailingWork; zone: string }) => {
  const title = one.queue === "timers" ? "Deadline or reminder" : "News for other parts";
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-rule px-5 py-2.5">
      <div className="min-w-0">
        <b className="font-semibold">{title}</b>{" "}
        <code className="wrap-anywhere" translate="no">
          {one.kind}
        </code>
        <span className="meta num block">
          {`Failed ${counted(one.attempts, "time")}, tried again automatically ${formatMoment(one.nextTry, zone)}. The log has the reason.`}
        </span>
      </div>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="queue" value={one.queue} />
        <input type="hidden" name="id" value={one.id} />
        <Button small variant="outline" name="step" value="try-again" aria-label={`Try again: ${title} ${one.kind}`}>
          Try again
        </Button>
      </Form>
    </li>
  );
};

/** What is done in the background: how much waits, since when, and what failed. */
export const WorkPanel = ({ work, zone }: { work: WaitingWork; zone: string }) => {
  const { queues, later, failing, failedMails } = work;
  const waiting = queues.filter(({ depth }) => depth > 0);
  const all = waiting.reduce((sum, { depth }) => sum + depth, 0);
  const oldest = Math.max(0, ...waiting.map(({ ageMs }) => ageMs));
  const failed = failing.length + (failedMails ?? 0);
  return (
    <Panel
      title="Background work"
      aside={<span className="small muted num">{all ? `oldest ${secondsOrTime(oldest)}` : "nothing waits"}</span>}
    >
      <dl className="grid grid-cols-3 border-t border-rule">
        <Figure label="Waiting">{countLabel(all, mostLater)}</Figure>
        <Figure label="Later">{countLabel(later, mostLater)}</Figure>
        <Figure label="Failed" bad={failed > 0}>
          {String(failed)}
        </Figure>
      </dl>
      {(waiting.length > 0 || failed > 0) && (
        <ul>
          {waiting.map(({ name, depth, ageMs }) => (
            <li key={name} className="flex justify-between gap-4 border-t border-rule px-5 py-2.5">
              <span>{queueLabels[name] ?? name}</span>
              <span className="num soft whitespace-nowrap">{`${countLabel(depth, mostLater)}, oldest ${secondsOrTime(ageMs)}`}</span>
            </li>
          ))}
          {failedMails ? (
            <li className="flex justify-between gap-4 border-t border-rule px-5 py-2.5">
              <span>E-mails that were not delivered</span>
              <Link to="/admin/mails">{`Look at ${counted(failedMails, "e-mail")}`}</Link>
            </li>
          ) : null}
          {failing.map((one) => (
            <Failing key={one.id} one={one} zone={zone} />
          ))}
        </ul>
      )}
    </Panel>
  );
};
