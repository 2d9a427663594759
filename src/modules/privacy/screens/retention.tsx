import { Link } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage, pageUrl } from "#src/platform/respond.ts";
import { counted, countLabel, figures } from "#src/shared/counted.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { type Shape, Status, type Tone } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";
import { retentionState } from "../index.server.ts";
import type { ClassState, RetentionClass, RetentionState } from "../retention/retention.ts";
import type { Route } from "./+types/retention.ts";

const here = "/admin/system/data";
const mostOverdue = 1000;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "settings");
  const of = pageUrl(request).searchParams.get("of") ?? "";
  const state = orPage(await retentionState(ctx, { of }), request);
  return { ...(await readerClock(ctx, person)), ...state };
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Data and deletion", matches);

const states: Readonly<Record<ClassState, { shape: Shape; tone: Tone; label: string }>> = {
  new: { shape: "clock", tone: "off", label: "Has not run yet" },
  fine: { shape: "check", tone: "ok", label: "In order" },
  failed: { shape: "alert", tone: "bad", label: "Failed" },
  missing: { shape: "alert", tone: "bad", label: "Does not run" },
  overdue: { shape: "alert", tone: "bad", label: "Overdue" },
};
const needsYou = ({ state }: RetentionClass): boolean => ["failed", "missing", "overdue"].includes(state);

/** When a job runs, from its minute and hour. */
const runsAt = (cron: string): string => {
  const [minute = "", hour = ""] = cron.split(" ");
  return hour === "*" ? "every hour" : `every day at ${hour.padStart(2, "0")}:${minute.padStart(2, "0")} UTC`;
};

const LastRun = ({ one, zone }: { one: RetentionClass; zone: string }) => (
  <>
    <p className="num">
      <Status shape={states[one.state].shape} tone={states[one.state].tone}>
        {states[one.state].label}
      </Status>
      {one.last && (
        <span className="small">
          {" "}
          <Link to={`${here}?of=${one.key}#runs`} aria-label={`Runs: ${one.holds}`}>
            {formatMoment(one.last.at, zone)}
          </Link>
          {one.last.error ? null : `, ${figures(one.last.removed)} deleted`}
        </span>
      )}
    </p>
    {one.last?.error && <p className="small wrap-anywhere mt-1">{one.last.error}</p>}
    {one.overdue > 0 && (
      <p className="small num mt-1">{countLabel(one.overdue, mostOverdue)} past the time for more than a day</p>
    )}
    <p className="small soft mt-1">
      <span translate="no" className="wrap-anywhere">
        {one.job}
      </span>
      , {runsAt(one.cron)}
    </p>
  </>
);

const columns = [
  { key: "holds", label: "What it holds, and why", className: "w-[42%]" },
  { key: "time", label: "Kept", className: "w-[24%]" },
  { key: "run", label: "Job and last run" },
];

const Row = ({ one, zone }: { one: RetentionClass; zone: string }) => (
  <tr data-row="">
    <td>
      <b>{one.holds}</b>
      <p className="small soft mt-1">{one.why}</p>
    </td>
    <td data-label="Kept">
      {one.time}
      {one.choice && (
        <span className="small">
          {" "}
          <Link to={`/admin/settings?group=${one.choice}`} aria-label={`Change: ${one.holds}`}>
            Change
          </Link>
        </span>
      )}
    </td>
    <td>
      <LastRun one={one} zone={zone} />
    </td>
  </tr>
);

/** Parts of the page, by what the keys of classes begin with; the last one has the rest. */
const areas = [
  { title: "Accounts", of: ["accounts"] },
  { title: "Orders, files and writers", of: ["orders", "pricing", "files", "writing"] },
  { title: "Messages", of: ["chat", "notifications", "mails", "mail-texts"] },
  { title: "Payments, programs and records", of: [] },
];
const areaOf = ({ key }: RetentionClass): string =>
  (areas.find(({ of }) => of.some((name) => name === key.split(".")[0])) ?? areas.at(-1))?.title ?? "";

const Classes = ({ classes, zone }: Pick<RetentionState, "classes"> & { zone: string }) =>
  areas.map(({ title }) => (
    <div key={title} className="mt-4">
      <Panel title={title}>
        <Table caption={`Deleted automatically: ${title}`} columns={columns} boxed tight cards>
          {classes
            .filter((one) => areaOf(one) === title)
            .map((one) => (
              <Row key={one.key} one={one} zone={zone} />
            ))}
        </Table>
      </Panel>
    </div>
  ));

const keptColumns = [
  { key: "holds", label: "What it holds, and why", className: "w-[42%]" },
  { key: "until", label: "Kept", className: "w-[24%]" },
  { key: "stays", label: "What stays after an account was deleted" },
];

const KeptPanel = ({ kept }: Pick<RetentionState, "kept">) => (
  <Panel title="Kept until somebody ends it, or by a rule">
    <Table caption="Classes of data without a time" columns={keptColumns} boxed tight cards>
      {kept.map(({ key, holds, why, until, stays }) => (
        <tr key={key} data-row="">
          <td>
            <b>{holds}</b>
            <p className="small soft mt-1">{why}</p>
          </td>
          <td data-label="Kept">{until}</td>
          <td data-label="After a deletion">{stays ?? "nothing"}</td>
        </tr>
      ))}
    </Table>
  </Panel>
);

const runColumns = [
  { key: "at", label: "When" },
  { key: "removed", label: "Deleted", right: true },
  { key: "error", label: "Why not" },
];

const Runs = ({ chosen, zone }: Pick<RetentionState, "chosen"> & { zone: string }) =>
  chosen && (
    <div className="mt-4" id="runs">
      <Panel title={`Runs: ${chosen.holds}`}>
        {chosen.runs.length === 0 ? (
          <p className="soft panel-pad">There was no run in the last 90 days.</p>
        ) : (
          <Table caption={`The newest ${chosen.runs.length} runs`} columns={runColumns} boxed tight>
            {chosen.runs.map(({ id, at, removed, error }) => (
              <tr key={id} data-row="">
                <td className="num">{formatMoment(at, zone)}</td>
                <td className="num r">{error ? "" : figures(removed)}</td>
                <td className="wrap-anywhere small">{error}</td>
              </tr>
            ))}
          </Table>
        )}
      </Panel>
    </div>
  );

/** What is kept of people, why, how long, what deletes it, and whether that happened. */
export default function Retention({ loaderData: { classes, kept, chosen, zone } }: Route.ComponentProps) {
  const bad = classes.filter(needsYou);
  const hasRun = classes.some(({ last }) => last !== null);
  return (
    <>
      <div className="work-head">
        <div>
          <h1 className="d3">Data and deletion</h1>
          <p className="soft">
            What this shop keeps, why, for how long, and what was deleted when. The times also stand on the{" "}
            <Link to="/privacy-policy">privacy page</Link>.
          </p>
        </div>
      </div>
      {bad.length > 0 && (
        <Notice tone="bad" title={`${counted(bad.length, "class", "classes")} of data need you`} className="mb-4">
          {bad.map(({ holds, state }) => (
            <p key={holds}>
              {states[state].label}: {holds}
            </p>
          ))}
          <p>A job that failed is tried again. If it goes on, the log of the server says more.</p>
        </Notice>
      )}
      {bad.length === 0 && !hasRun && (
        <Notice tone="info" title="No job has run yet" className="mb-4">
          The first ones run within an hour, the others in the night.
        </Notice>
      )}
      <Classes classes={classes} zone={zone} />
      <Runs chosen={chosen} zone={zone} />
      <div className="mt-4">
        <KeptPanel kept={kept} />
      </div>
    </>
  );
}
