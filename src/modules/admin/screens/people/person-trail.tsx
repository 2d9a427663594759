import { formatDate, localOf } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Pager, Table } from "#src/ui/table.tsx";
import { reasonOf, trailDetail, trailLabel } from "../../domain/trail-labels.ts";
import type { ShownPerson } from "./person.server.ts";

const columns = [
  { key: "at", label: "Time" },
  { key: "who", label: "Who" },
  { key: "what", label: "Entry" },
];

type Line = ShownPerson["trail"]["rows"][number];

const whoDid = ({ actorId, who }: Line, personId: string): string => {
  if (actorId === personId) return "the person";
  return actorId === "guest" ? "at the sign-in page" : who;
};

const Row = ({ line, personId, zone }: { line: Line; personId: string; zone: string }) => {
  const detail = trailDetail(line.action, line.detail);
  const reason = reasonOf(line.detail);
  return (
    <tr>
      <td className="num nowrap soft">{`${formatDate(line.at, zone)}, ${localOf(line.at, zone).time}`}</td>
      <td className="wrap-anywhere md:min-w-36">{whoDid(line, personId)}</td>
      <td>
        {trailLabel(line.action)}
        {detail && <span className="meta wrap-anywhere">{detail}</span>}
        {reason && <span className="meta brief-text">{`Reason: ${reason}`}</span>}
      </td>
    </tr>
  );
};

/** What the product wrote down about this account. */
export const TrailPanel = ({ shown: { person, trail }, zone }: { shown: ShownPerson; zone: string }) => {
  const address = (name: "older" | "newer", value: string | null) =>
    value ? `/admin/people/${person.id}?${name}=${value}#trail` : undefined;
  return (
    <Panel title={<span id="trail">Audit trail</span>}>
      {trail.rows.length === 0 ? (
        <p className="panel-pad soft">No entries yet.</p>
      ) : (
        <Table caption="Audit trail, the newest first" columns={columns} boxed tight cards>
          {trail.rows.map((line) => (
            <Row key={line.id} line={line} personId={person.id} zone={zone} />
          ))}
        </Table>
      )}
      {(trail.older || trail.newer) && (
        <div className="px-5 pb-4">
          <Pager newer={address("newer", trail.newer)} older={address("older", trail.older)}>
            {`${trail.rows.length} ${trail.rows.length === 1 ? "entry" : "entries"} on this page`}
          </Pager>
        </div>
      )}
    </Panel>
  );
};
