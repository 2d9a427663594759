import { Link, useNavigation } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { formatDay, localOf } from "#src/shared/zone.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Download, Icon } from "#src/ui/icons.tsx";
import { Input, Select } from "#src/ui/inputs.tsx";
import { Pager } from "#src/ui/table.tsx";
import { type AuditAsk, auditParts, auditQuery, isAsked, machines, readAuditAsk } from "../../domain/audit-ask.ts";
import { reasonOf, trailDetail, trailLabel } from "../../domain/trail-labels.ts";
import { type AuditEntry, type AuditPage, auditList } from "../../queries/audit-list.ts";
import "#src/ui/styles/pages/admin-settings.css";
import type { Route } from "./+types/audit.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const clock = await readerClock(ctx, requireAdmin(ctx, request));
  const ask = readAuditAsk(new URL(request.url).searchParams);
  return { ...clock, ask, page: orPage(await auditList(ctx, { ask, zone: clock.zone }), request) };
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Audit", matches);

const Filters = ({ ask, page }: { ask: AuditAsk; page: AuditPage }) => (
  <Form method="get" action="/admin/audit" className="auditask" role="search" key={auditQuery(ask)}>
    <Field name="who" label="Who">
      <Select defaultValue={ask.who}>
        <option value="">Everybody</option>
        {Object.entries(machines).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {page.admins.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
    <Field name="what" label="What">
      <Select defaultValue={ask.what}>
        <option value="">Everything</option>
        {page.parts.map((part) => (
          <option key={part} value={part}>
            {auditParts[part]?.label}
          </option>
        ))}
      </Select>
    </Field>
    <Field name="from" label="From">
      <Input type="date" defaultValue={ask.from} />
    </Field>
    <Field name="to" label="To">
      <Input type="date" defaultValue={ask.to} />
    </Field>
    <Field name="order" label="Order">
      <Input defaultValue={ask.order} maxLength={20} placeholder="7KQ2M4X" autoComplete="off" />
    </Field>
    <div className="row [--gap:8px]">
      <Button variant="outline">Filter</Button>
      {isAsked(ask) && (
        <LinkButton variant="quiet" to="/admin/audit">
          Clear
        </LinkButton>
      )}
    </div>
  </Form>
);

/** "settings.change" names the document and both values: too long for a sentence, so it says which one. */
const detailOf = ({ action, detail }: AuditEntry): string => {
  const { before, after } = detail;
  if (before === undefined || after === undefined) return trailDetail(action, detail);
  const [from, to] = [before, after].map((one) =>
    one !== null && typeof one === "object" ? (one as object) : { value: one },
  );
  const changed = Object.entries(to ?? {}).filter(
    ([name, value]) => JSON.stringify(Reflect.get(from ?? {}, name)) !== JSON.stringify(value),
  );
  return changed
    .map(([name, value]) => `${name}: ${JSON.stringify(Reflect.get(from ?? {}, name))} to ${JSON.stringify(value)}`)
    .join(", ");
};

/** At the sign-in page there is no viewer yet: entries from there name the account they are about. */
const AuditSentence = ({ entry: { actorId, who, action, about, to } }: { entry: AuditEntry }) => {
  const link = to ? <Link to={to}>{about}</Link> : about;
  if (actorId === "guest" && to)
    return (
      <>
        {link}
        {`: ${trailLabel(action)}`}
      </>
    );
  return (
    <>
      <b className="strong">{who}</b>
      {`: ${trailLabel(action)}, `}
      {link}
    </>
  );
};

const Entry = ({ entry, zone }: { entry: AuditEntry; zone: string }) => {
  const detail = detailOf(entry);
  const reason = reasonOf(entry.detail);
  return (
    <li>
      <time dateTime={entry.at.toISOString()} className="num soft">
        {localOf(entry.at, zone).time}
      </time>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <AuditSentence entry={entry} />
          {detail && <span className="soft">{`: ${detail}`}</span>}
        </p>
        {reason && <p className="brief-text">{`Reason: ${reason}`}</p>}
      </div>
      <details>
        <summary>
          Raw<span className="vh">{` entry of ${localOf(entry.at, zone).time}`}</span>
        </summary>
        <p className="small soft">{entry.sealed ? "Sealed in the chain." : "Not sealed yet."}</p>
        <pre>{entry.raw}</pre>
      </details>
    </li>
  );
};

const Days = ({ rows, zone }: { rows: readonly AuditEntry[]; zone: string }) =>
  [...Map.groupBy(rows, ({ at }) => formatDay(at, zone))].map(([day, entries]) => (
    <section key={day} className="panel" aria-label={day}>
      <h2 className="strong px-5 py-2.5 text-base">{day}</h2>
      <ul className="auditlist">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} zone={zone} />
        ))}
      </ul>
    </section>
  ));

export default function Audit({ loaderData: { ask, page, zone } }: Route.ComponentProps) {
  const moving = useNavigation().location?.pathname === "/admin/audit";
  const { rows, older, newer } = page;
  return (
    <>
      <div className="work-head">
        <div>
          <h1 className="d3">Audit</h1>
          <p className="soft">Who did what, and when. Entries are sealed in a chain and are never changed.</p>
        </div>
        <a className="btn btn-outline btn-sm" href={`/admin/audit.csv${auditQuery(ask)}`} download>
          <Icon of={Download} />
          Download as CSV
        </a>
      </div>
      <Filters ask={ask} page={page} />
      <div className={moving ? "stack moving [--gap:16px]" : "stack [--gap:16px]"} aria-busy={moving || undefined}>
        {rows.length === 0 ? (
          <Empty title={isAsked(ask) ? "No entry matches" : "No entries yet"}>
            {isAsked(ask)
              ? "Check the number of the order and the days, or clear the filters."
              : "Entries appear when people do something."}
          </Empty>
        ) : (
          <Days rows={rows} zone={zone} />
        )}
      </div>
      {rows.length > 0 && (
        <Pager
          newer={newer ? `/admin/audit${auditQuery(ask, { newer })}` : undefined}
          older={older ? `/admin/audit${auditQuery(ask, { older })}` : undefined}
        >
          {rows.length === 1 ? "1 entry on this page" : `${rows.length} entries on this page`}
        </Pager>
      )}
    </>
  );
}
