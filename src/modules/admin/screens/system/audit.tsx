import { Link } from "react-router";
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
import type { Listed, ListOf } from "#src/ui/list/list.ts";
import { ListPage } from "#src/ui/list/list-page.tsx";
import { type AuditAsk, auditAddress, auditParts, isAsked, machines } from "../../domain/audit-ask.ts";
import { reasonOf, trailDetail, trailLabel } from "../../domain/trail-labels.ts";
import { auditTopics } from "../../live-topics.ts";
import { type AuditEntry, type AuditPage, auditList } from "../../queries/audit-list.ts";
import type { Route } from "./+types/audit.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request);
  const clock = await readerClock(ctx, person);
  const ask = auditAddress.read(new URL(request.url).searchParams);
  const page = orPage(await auditList(ctx, { ask, zone: clock.zone }), request);
  return { ...clock, me: person.id, topics: auditTopics(person), ask, ...page };
}
type AuditView = Listed<AuditEntry> & AuditPage & { ask: AuditAsk; zone: string };

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Audit", matches);

const Filters = ({ ask, parts, admins }: Pick<AuditView, "ask" | "parts" | "admins">) => (
  <Form
    method="get"
    action="/admin/audit"
    className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] items-end gap-x-4 gap-y-3 pb-6"
    role="search"
  >
    <Field name="who" label="Who">
      <Select defaultValue={ask.who}>
        <option value="">Everybody</option>
        {Object.entries(machines).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {admins.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
    <Field name="what" label="What">
      <Select defaultValue={ask.what}>
        <option value="">Everything</option>
        {parts.map((part) => (
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
    <li className="grid grid-cols-[3rem_minmax(0,1fr)_auto] gap-x-3 gap-y-0 border-t border-rule px-5 py-2">
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
      <details className="open:col-span-full">
        <summary className="-my-2.5 grid min-h-11 min-w-11 content-center justify-end text-(length:--text-sm) font-semibold text-pen">
          Raw<span className="vh">{` entry of ${localOf(entry.at, zone).time}`}</span>
        </summary>
        <p className="small soft py-1">{entry.sealed ? "Sealed in the chain." : "Not sealed yet."}</p>
        <pre className="bg-well p-3 text-xs wrap-anywhere whitespace-pre-wrap">{entry.raw}</pre>
      </details>
    </li>
  );
};

const Days = ({ rows, zone }: { rows: readonly AuditEntry[]; zone: string }) =>
  [...Map.groupBy(rows, ({ at }) => formatDay(at, zone))].map(([day, entries]) => (
    <section key={day} className="panel" aria-label={day}>
      <h2 className="strong px-5 py-2.5 text-base">{day}</h2>
      <ul>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} zone={zone} />
        ))}
      </ul>
    </section>
  ));

const Nothing = ({ ask }: { ask: AuditAsk }) =>
  isAsked(ask) ? (
    <Empty title="No entry matches">Check the number of the order and the days, or clear the filters.</Empty>
  ) : (
    <Empty title="No entries yet">Entries appear when people do something.</Empty>
  );

const auditEntries: ListOf<AuditEntry, AuditView> = {
  address: auditAddress,
  noun: ["entry", "entries"],
  filters: (view) => <Filters key={auditAddress.query(view.ask)} {...view} />,
  empty: ({ ask }) => <Nothing ask={ask} />,
  body: ({ rows, zone }) => <Days rows={rows} zone={zone} />,
};

export default function Audit({ loaderData }: Route.ComponentProps) {
  const query = auditAddress.query(loaderData.ask);
  return (
    <ListPage
      title="Audit"
      lede="Who did what, and when. Entries are sealed in a chain and are never changed."
      acts={
        <a className="btn btn-outline btn-sm" href={`/admin/audit.csv${query && `?${query}`}`} download>
          <Icon of={Download} />
          Download as CSV
        </a>
      }
      list={auditEntries}
      loaded={loaderData}
    />
  );
}
