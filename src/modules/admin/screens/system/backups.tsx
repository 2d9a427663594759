import { Link } from "react-router";
import { sizeLabel } from "#src/modules/files/index.ts";
import { counted } from "#src/shared/counted.ts";
import { secondsOrTime } from "#src/shared/time-labels.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { type Shape, Status, type Tone } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";
import type { RecentBackups } from "../../queries/recent-backups.ts";

type Run = RecentBackups["runs"][number];
type BackupsProps = Pick<RecentBackups, "runs"> & {
  /** In words; undefined: none are made by schedule. */
  place: string | undefined;
  sealed: boolean;
  next: Date | null;
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

const states: Readonly<Record<Run["state"], { shape: Shape; tone: Tone; label: string }>> = {
  running: { shape: "ring", tone: "ink", label: "Under way" },
  done: { shape: "check", tone: "ok", label: "Whole" },
  failed: { shape: "alert", tone: "bad", label: "Failed" },
};

const Row = ({ run, zone }: { run: Run; zone: string }) => {
  const { shape, tone, label } = states[run.state];
  return (
    <tr data-row="">
      <td className="num">{formatMoment(run.slot, zone)}</td>
      <td>
        <Status shape={shape} tone={tone}>
          {label}
        </Status>
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

/** The newest backups of the plan and when the next one is due. */
export const BackupsPanel = ({ runs, place, sealed, next, zone }: BackupsProps) => (
  <Panel title="Backups">
    <p className="soft panel-pad">
      {place
        ? `${place}, ${sealed ? "encrypted" : "not encrypted (BACKUP_KEY)"}. ${next ? `The next one is due ${formatMoment(next, zone)}. ` : ""}Times and counts are in the `
        : "No backups are planned, because the server has no folder (BACKUP_DIR) and no bucket (BACKUP_S3_BUCKET) for them. Times and counts are in the "}
      <Link to="/admin/settings?group=backups">settings</Link>.
    </p>
    {runs.length > 0 && (
      <Table caption="Planned backups, newest first" columns={columns} boxed tight cards>
        {runs.map((run) => (
          <Row key={run.slot.getTime()} run={run} zone={zone} />
        ))}
      </Table>
    )}
  </Panel>
);
