import { addressLabel } from "#src/modules/accounts/index.screens.ts";
import type { AdminPerson } from "#src/modules/accounts/index.server.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Table } from "#src/ui/table.tsx";
import { seenLabel } from "./people-list.tsx";
import { endOneStep, methodLabels } from "./person-labels.ts";
import { type PersonProps, PersonStep } from "./person-step.tsx";

const columns = [
  { key: "device", label: "Device" },
  { key: "address", label: "Address" },
  { key: "seen", label: "Last use" },
];
const endColumn = { key: "end", label: "End it", quiet: true };

type Session = AdminPerson["sessions"][number];

const Row = ({ session, props }: { session: Session; props: PersonProps }) => (
  <tr>
    <td>
      {session.device}
      <span className="meta">{`by ${methodLabels[session.method]}${session.factor ? ", with a second factor" : ""}`}</span>
    </td>
    <td className="num soft wrap-anywhere">
      <span className="md:hidden">from </span>
      {session.address ? addressLabel(session.address) : "an unknown address"}
    </td>
    <td className="num nowrap soft">
      <span className="md:hidden">used </span>
      {seenLabel(session.seenAt, props.clock.now)}
    </td>
    {props.open && (
      <td className="r max-md:mt-3!">
        <PersonStep
          step={endOneStep(session.id)}
          label="End"
          title={`End the session in ${session.device}?`}
          verb="End the session"
          busy="Ending"
          keep="Keep the session"
          variant="outline"
          props={props}
        >
          <p className="soft">The person is signed out there at once.</p>
        </PersonStep>
      </td>
    )}
  </tr>
);

/** Where the person is signed in now. */
export const SessionsPanel = (props: PersonProps) => {
  const { sessions, name } = props.shown.person;
  if (sessions.length === 0)
    return (
      <Panel title="Sessions" pad>
        <p className="soft">Nobody is signed in to this account now.</p>
      </Panel>
    );
  return (
    <Panel title="Sessions">
      <Table
        caption="Sessions, the last used first"
        columns={props.open ? [...columns, endColumn] : columns}
        boxed
        tight
        cards
      >
        {sessions.map((session) => (
          <Row key={session.id} session={session} props={props} />
        ))}
      </Table>
      {props.open && (
        <div className="panel-foot">
          <PersonStep
            step="end-all"
            label="End every session"
            title={`Sign ${name} out everywhere?`}
            verb="End every session"
            busy="Ending"
            keep="Keep the sessions"
            props={props}
          >
            <p className="soft">The person is signed out on every device at once and can sign in again.</p>
          </PersonStep>
        </div>
      )}
    </Panel>
  );
};
