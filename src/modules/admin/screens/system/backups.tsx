import { Link } from "react-router";
import { sizeLabel } from "#src/modules/files/index.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { minuteMs } from "#src/shared/units.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { type Shape, Status, type Tone } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";
import type { BackupRuns } from "../../queries/recent-backups.ts";

type Run = BackupRuns[number];
type Props = { runs: readonly Run[]; on: boolean; next: Date | null; zone: string };

const columns = [
  { key: "due", label: "Due" },
  { key: "state", label: "State" },
  { key: "took", label: "Took" },
  { key: "size", label: "Size" },
  { key: "folder", label: "Folder" },
];

const states: Readonly<Record<Run["state"], { shape: Shape; tone: Tone; label: string }>> = {
  running: { shape: "ring", tone: "ink", label: "Under way" },
  done: { shape: "check", tone: "ok", label: "Whole" },
  failed: { shape: "alert", tone: "bad", label: "Failed" },
};

const took = (ms: number): string => (ms < minuteMs ? `${Math.ceil(ms / 1000)} s` : shortTime(ms));

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
      <td className="num">{run.endedAt && took(run.endedAt.getTime() - run.beganAt.getTime())}</td>
      <td className="num">{run.bytes !== null && sizeLabel(run.bytes)}</td>
      <td className="wrap-anywhere small" translate="no">
        {run.name}
      </td>
    </tr>
  );
};

/** The newest backups of the plan and when the next one is due. */
export const BackupsPanel = ({ runs, on, next, zone }: Props) => (
  <Panel title="Backups">
    <p className="soft panel-pad">
      {on
        ? `${next ? `The next one is due ${formatMoment(next, zone)}. ` : ""}Times and counts are in the `
        : "No backups are made by schedule: the server has no folder for them (BACKUP_DIR). Times and counts are in the "}
      <Link to="/admin/settings?group=backups">settings</Link>.
    </p>
    {runs.length > 0 && (
      <Table caption="Backups by schedule, newest first" columns={columns} boxed tight cards>
        {runs.map((run) => (
          <Row key={run.slot.getTime()} run={run} zone={zone} />
        ))}
      </Table>
    )}
  </Panel>
);
