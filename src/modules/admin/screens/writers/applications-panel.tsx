import type { ApplicationLine } from "#src/modules/writing/index.server.ts";
import { levelLabels } from "#src/modules/writing/index.ts";
import { counted } from "#src/shared/counted.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { LinkButton } from "#src/ui/button.tsx";
import { Status } from "#src/ui/status.tsx";

type Clock = { now: Date; zone: string };
type Props = Clock & { applications: readonly ApplicationLine[] };

const headline = (applications: readonly ApplicationLine[]): string => {
  const toReview = applications.filter(({ state }) => state === "sent").length;
  const asked = applications.length - toReview;
  return [
    toReview > 0 && `${toReview} to review`,
    asked > 0 && `${asked} ${asked === 1 ? "waits" : "wait"} for the applicant`,
  ]
    .filter(Boolean)
    .join(", ");
};

const Line = ({ line, now, zone }: Clock & { line: ApplicationLine }) => {
  const { id, name, state, sentAt, askedAt, question, samples, subjects } = line;
  const sent = state === "sent";
  return (
    <li>
      <div className="st">
        <Status shape={sent ? "clock" : "ring"} {...(sent && { tone: "warn" as const })}>
          {sent ? `Waits ${shortTime(now.getTime() - sentAt.getTime())}` : "Question asked"}
        </Status>
        <span className="small muted block">
          {sent ? `since ${formatMoment(sentAt, zone)}` : formatMoment(askedAt ?? sentAt, zone)}
        </span>
      </div>
      <div className="min-w-0">
        <b className="strong wrap-anywhere">{name}</b>
        <p className="small muted clip2">{sent ? counted(samples, "sample") : question}</p>
      </div>
      <p className="soft">{subjects.map(({ name: one, upTo }) => `${one} to ${levelLabels[upTo]}`).join(", ")}</p>
      <LinkButton small variant={sent ? "outline" : "quiet"} to={`/admin/writers/applications/${id}`}>
        {sent ? "Review" : "Open"}
        <span className="vh">{` the application of ${name}`}</span>
      </LinkButton>
    </li>
  );
};

/** Applications that wait for a person, the oldest first; nothing where none waits. */
export const ApplicationsPanel = ({ applications, ...clock }: Props) =>
  applications.length === 0 ? null : (
    <div className="mb-8">
      <Panel title="Applications" aside={<span className="small muted">{headline(applications)}</span>}>
        <ul className="apps">
          {applications.map((line) => (
            <Line key={line.id} line={line} {...clock} />
          ))}
        </ul>
      </Panel>
    </div>
  );
