import type { ReactNode } from "react";
import { counted } from "#src/shared/counted.ts";
import { formatDate, localOf } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import { Pager, Table } from "#src/ui/table.tsx";
import { reasonOf, trailDetail, trailLabel } from "../../domain/trail-labels.ts";
import type { ShownPerson } from "./person.server.ts";
import { AccessPanel, RolePanel } from "./person-access.tsx";
import { ProfilePanel, SessionsPanel, SignInPanel } from "./person-facts.tsx";
import type { PersonProps } from "./person-step.tsx";
import { hasFactor } from "./person-step.tsx";

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
const TrailPanel = ({ shown: { person, trail }, zone }: { shown: ShownPerson; zone: string }) => {
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

const Fold = ({ title, size, open, children }: { title: string; size: string; open: boolean; children: ReactNode }) => (
  <details open={open}>
    <summary className="grid-cols-[minmax(6.5rem,1fr)_minmax(0,auto)_18px] py-1.5">
      <span>{title}</span>
      <span className="num text-right text-(length:--text-sm) font-normal text-ink-3">{size}</span>
      <Icon of={ChevronDown} />
    </summary>
    <div className="fold-panels grid border-t border-rule bg-well">{children}</div>
  </details>
);

/**
 * The account behind the customer: each part says its size and opens below its line. All of them are open where there is
 * nothing else to show, and where a form of theirs was refused.
 */
export const AccountFolds = ({ props, bare }: { props: PersonProps; bare: boolean }) => {
  const { person, trail, walks } = props.shown;
  const open = bare || (props.refused !== undefined && props.refused.step !== "note");
  const terms = person.termsAcceptedAt
    ? `terms of ${formatDate(person.termsAcceptedAt, props.clock.zone)}`
    : "no terms accepted";
  const entries = trail.older || trail.newer ? `${trail.rows.length} and more` : `${trail.rows.length}`;
  return (
    <section className="panel" aria-labelledby="account-title">
      <div className="panel-head">
        <h2 className="t3" id="account-title">
          Account
        </h2>
      </div>
      <div className="fold-list">
        <Fold
          title="Role and access"
          size={`${person.blocked ? "blocked" : "open"}, ${hasFactor(person) ? "second factor" : "no second factor"}`}
          open={open || person.blocked !== null || person.removalDue !== null}
        >
          <RolePanel {...props} />
          <AccessPanel {...props} />
          <SignInPanel {...props} />
        </Fold>
        <Fold
          title="Sessions"
          size={person.sessions.length === 0 ? "none" : counted(person.sessions.length, "device")}
          open={open}
        >
          <SessionsPanel {...props} />
        </Fold>
        <Fold title="Profile and consents" size={terms} open={bare}>
          <ProfilePanel shown={props.shown} clock={props.clock} />
        </Fold>
        <Fold title="Audit" size={entries === "1" ? "1 entry" : `${entries} entries`} open={bare || walks}>
          <TrailPanel shown={props.shown} zone={props.clock.zone} />
        </Fold>
      </div>
    </section>
  );
};
