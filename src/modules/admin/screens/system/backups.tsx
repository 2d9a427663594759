import { Link } from "react-router";
import { sizeLabel } from "#src/modules/files/index.ts";
import { counted } from "#src/shared/counted.ts";
import { secondsOrTime } from "#src/shared/time-labels.ts";
import { minuteMs } from "#src/shared/units.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { type Shape, Status, type Tone } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";
import type { RecentBackups } from "../../system/backups.ts";

type Run = RecentBackups["runs"][number];
type BackupsProps = Pick<RecentBackups, "runs"> & {
  /** In words; undefined: none are made by schedule. */
  place: string | undefined;
  sealed: boolean;
  next: Date | null;
  now: Date;
  zone: string;
};
type DrillProps = Omit<RecentBackups, "runs"> & { drillDays: number; zone: string };

const columns = [
  { key: "due", label: "Due" },
  { key: "state", label: "State" },
  { key: "took", label: "Took" },
  { key: "size", label: "Size" },
  { key: "name", label: "Name" },
];

export const isUnfinished = ({ state }: Run): boolean => state === "waiting" || state === "running";

const states: Readonly<Record<Run["state"], { shape: Shape; tone: Tone; label: string }>> = {
  waiting: { shape: "clock", tone: "ink", label: "Waits" },
  running: { shape: "ring", tone: "ink", label: "Under way" },
  done: { shape: "check", tone: "ok", label: "Whole" },
  failed: { shape: "alert", tone: "bad", label: "Failed" },
};

const Row = ({ run, zone }: { run: Run; zone: string }) => {
  const { shape, tone, label } = states[run.state];
  return (
    <tr data-row="">
      <td className="num">
        {formatMoment(run.slot, zone)}
        {run.byHand && <span className="meta block">by hand</span>}
      </td>
      <td>
        <Status shape={shape} tone={tone}>
          {label}
        </Status>
        {run.progress && <p className="small soft num mt-1">{progressText(run.progress)}</p>}
        {run.error && <p className="small soft wrap-anywhere mt-1">{run.error}</p>}
      </td>
      <td className="num">{run.endedAt && secondsOrTime(run.endedAt.getTime() - run.beganAt.getTime())}</td>
      <td className="num">{run.bytes !== null && sizeLabel(run.bytes)}</td>
      <td className="wrap-anywhere small" translate="no">
        {run.name}
      </td>
    </tr>
  );
};

const partLabels = { tables: "Tables", files: "Files" } as const;

/** "Files 1,204 of 2,418". */
const progressText = ({ part, written, of }: NonNullable<Run["progress"]>): string =>
  `${partLabels[part]} ${written.toLocaleString("en-US")} of ${of.toLocaleString("en-US")}`;

const slowToBeginMs = 2 * minuteMs;

/** What is made now, or the button that asks for a backup, and what came of the last one that was asked for. */
const ByHand = ({ runs, now, zone }: Pick<BackupsProps, "runs" | "now" | "zone">) => {
  const unfinished = runs.find(isUnfinished);
  const whole = runs.find(({ state }) => state === "done");
  const took = whole?.endedAt ? secondsOrTime(whole.endedAt.getTime() - whole.beganAt.getTime()) : null;
  const [last] = runs;
  if (unfinished)
    return (
      <p role="status" className="mt-3">
        <b className="font-semibold">
          {unfinished.state === "waiting" ? "A backup begins soon. " : "A backup is being made. "}
        </b>
        {unfinished.progress ? `${progressText(unfinished.progress)}. ` : ""}
        {unfinished.state === "waiting" && now.getTime() - unfinished.slot.getTime() > slowToBeginMs
          ? "No process has begun it yet: check that the server does its background work. "
          : ""}
        The shop stays open.
      </p>
    );
  return (
    <>
      {last?.state === "failed" && (
        <p className="text-error wrap-anywhere mt-3">
          {`Not made: ${last.error ?? "the reason is not known."} `}
          {whole ? `The last good one is of ${formatMoment(whole.slot, zone)}.` : "There is no good one yet."}
        </p>
      )}
      <Form method="post" preventScrollReset className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button small name="step" value="backup">
          Make a backup now
        </Button>
        <span className="small muted num">{took ? `The last one took ${took}. ` : ""}The shop stays open.</span>
      </Form>
    </>
  );
};

/** The state of the last drill in the words of the page. */
function drillState({ drill }: Pick<DrillProps, "drill">): { shape: Shape; tone: Tone; label: string } {
  if (!drill) return { shape: "clock", tone: "warn", label: "Never done" };
  if (drill.state === "failed") return { shape: "alert", tone: "bad", label: "Not done" };
  return drill.error === null
    ? { shape: "check", tone: "ok", label: "Restored and equal" }
    : { shape: "alert", tone: "bad", label: "Not equal" };
}

const whenNext = (drillDays: number): string =>
  drillDays === 0
    ? "No drills are planned."
    : `The newest backup is tested ${drillDays === 1 ? "every day" : `every ${counted(drillDays, "day")}`}, in a separate database that is removed afterwards.`;

/** What came of restoring the newest backup for trial. */
export const DrillPanel = ({ drill, drilling, drillDays, zone }: DrillProps) => {
  const { shape, tone, label } = drillState({ drill });
  const status = (
    <Status shape={shape} tone={tone}>
      {label}
    </Status>
  );
  return (
    <Panel title="Restore drill" aside={status}>
      <div className="panel-pad">
        {drill?.error && <p className="wrap-anywhere mb-2">{drill.error}</p>}
        {drill?.endedAt && (
          <p className="mb-2">
            {formatMoment(drill.endedAt, zone)}, {secondsOrTime(drill.endedAt.getTime() - drill.beganAt.getTime())}.
            {drill.facts && drill.error === null
              ? ` ${counted(drill.facts.orders, "order")}, ${counted(drill.facts.files, "file")}, the ledger sums to zero.`
              : ""}
          </p>
        )}
        <p className="soft">{drilling ? "One is under way." : whenNext(drillDays)}</p>
      </div>
    </Panel>
  );
};

/** The newest backups, a button for one more, and when the next one is due. */
export const BackupsPanel = ({ runs, place, sealed, next, now, zone }: BackupsProps) => (
  <Panel title="Backups">
    <div className="panel-pad">
      <p className="soft">
        {place
          ? `${place}, ${sealed ? "encrypted" : "not encrypted (BACKUP_KEY)"}. ${next ? `The next one is due ${formatMoment(next, zone)}. ` : ""}Times and counts are in the `
          : "No backups are planned, because the server has no folder (BACKUP_DIR) and no bucket (BACKUP_S3_BUCKET) for them. Times and counts are in the "}
        <Link to="/admin/settings?group=backups">settings</Link>.
      </p>
      {place && <ByHand runs={runs} now={now} zone={zone} />}
    </div>
    {runs.length > 0 && (
      <Table caption="Backups, newest first" columns={columns} boxed tight cards>
        {runs.map((run) => (
          <Row key={run.slot.getTime()} run={run} zone={zone} />
        ))}
      </Table>
    )}
  </Panel>
);
