import { useNavigation } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { lifeSetting } from "#src/modules/orders/index.server.ts";
import { adminWriters, waitingApplications } from "#src/modules/writing/index.server.ts";
import { isAway } from "#src/modules/writing/index.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { readSetting } from "#src/platform/settings.ts";
import { localOf } from "#src/shared/zone.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { Form } from "#src/ui/form.tsx";
import { BareSelect, SearchInput } from "#src/ui/inputs.tsx";
import { NoScript } from "#src/ui/no-script.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { FilterTabs } from "#src/ui/table.tsx";
import { useFlash } from "#src/ui/use-flash.ts";
import { canChangeSettings } from "../../domain/policy.ts";
import {
  chosenWriters,
  readWritersAsk,
  type WriterGroup,
  type WritersAsk,
  writerGroupLabels,
  writersAddress,
} from "../../domain/writers-address.ts";
import { saveSettings } from "../../settings/save-settings.ts";
import { ClaimsSwitch } from "../orders/claims-switch.tsx";
import { useActsOnChange } from "../overview/use-acts-on-change.ts";
import type { Route } from "./+types/writers.ts";
import { ApplicationsPanel } from "./applications-panel.tsx";
import { WritersTable } from "./writers-table.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "people");
  const ask = readWritersAsk(new URL(request.url).searchParams);
  const [list, applications, clock] = await Promise.all([
    adminWriters(ctx, {}),
    waitingApplications(ctx, {}),
    readerClock(ctx, person),
  ]);
  // Past the cache: who has just switched it sees it switched.
  const { writersMayClaim } = (await readSetting(ctx.runtime.db, lifeSetting)).value;
  const today = localOf(clock.now, clock.zone).date;
  const all = orPage(list, request).map((one) => ({
    ...one,
    away: isAway(one, today),
    openOrders: one.figures.open,
  }));
  const subjects = [...new Set(all.flatMap((one) => one.subjects.map(({ name }) => name)))].toSorted();
  return {
    ...{ ...clock, today, ask, subjects, none: all.length === 0, ...chosenWriters(all, ask) },
    applications: orPage(applications, request),
    claiming: writersMayClaim,
    maySwitch: canChangeSettings(person),
    did: flashOf(request),
  };
}

/** Claiming on or off: the one setting that stands here, too. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "people");
  const on = (await request.formData()).get("claiming") === "on";
  const edit = { name: "orders.life:writersMayClaim", was: on ? "off" : "on", is: on ? "on" : "off" };
  const saved = await saveSettings(ctx, { edits: [edit] });
  return saved.ok ? redirectWithFlash("/admin/writers", on ? "claiming" : "assigning") : refusedForm(saved);
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Writers", matches);

type Counts = Readonly<Record<WriterGroup, number>>;

const tabsFor = (ask: WritersAsk, counts: Counts) =>
  (Object.keys(writerGroupLabels) as WriterGroup[]).map((group) => ({
    to: writersAddress(ask, { group }),
    label: writerGroupLabels[group],
    count: counts[group],
    current: ask.group === group,
  }));

/** The search as a GET form: the address says all of it, and without scripts a button sends it. */
const WriterFilters = ({ ask, subjects }: { ask: WritersAsk; subjects: readonly string[] }) => {
  const { form, onChange } = useActsOnChange(ask);
  return (
    <Form
      method="get"
      action="/admin/writers"
      className="filters dense"
      role="search"
      preventScrollReset
      ref={form}
      onChange={onChange}
    >
      {ask.group !== "all" && <input type="hidden" name="group" value={ask.group} />}
      <SearchInput
        defaultValue={ask.search}
        maxLength={100}
        aria-label="Search writers"
        placeholder="Name, pseudonym or subject"
      />
      <BareSelect
        name="subject"
        aria-label="Subject"
        defaultValue={ask.subject}
        choices={[{ value: "", label: "Any subject" }, ...subjects.map((value) => ({ value, label: value }))]}
      />
      <NoScript>
        <Button variant="outline" small>
          Filter
        </Button>
      </NoScript>
    </Form>
  );
};

const Nothing = ({ ask, none }: { ask: WritersAsk; none: boolean }) =>
  none ? (
    <Empty
      title="No writers yet"
      actions={
        <LinkButton small to="/admin/people">
          Open People
        </LinkButton>
      }
    >
      Open the page of an account and give it the role of writer.
    </Empty>
  ) : (
    <Empty
      title="No writer matches"
      actions={
        <LinkButton small variant="outline" to={writersAddress({ group: "all", search: "", subject: "" })}>
          Show all writers
        </LinkButton>
      }
    >
      {ask.search ? "Check the spelling. Parts of a name, a pseudonym or a subject are enough." : "Choose another tab."}
    </Empty>
  );

const doneMessages: Readonly<Record<string, string>> = {
  accept: "The application is accepted. The new writer can be asked for orders now.",
  claiming: "Writers may take paid orders themselves now.",
  assigning: "Your team assigns the orders now. Orders that writers took stay with them.",
};

export default function Writers({ loaderData, actionData }: Route.ComponentProps) {
  const { ask, rows, counts, subjects, none, now, zone, today, applications, claiming, maySwitch } = loaderData;
  const did = useFlash(loaderData.did || null);
  const done = !actionData && did && Object.hasOwn(doneMessages, did) ? doneMessages[did] : undefined;
  const wrong = actionData && (actionData.message ?? Object.values(actionData.errors)[0]);
  const moving = useNavigation().location?.pathname === "/admin/writers";
  return (
    <>
      <div className="work-head">
        <h1 className="d3">Writers</h1>
      </div>
      {done && <Notice tone="ok" title={done} live className="mb-6" />}
      {wrong && <Notice tone="bad" title={wrong} live className="mb-6" />}
      <ApplicationsPanel applications={applications} now={now} zone={zone} />
      <FilterTabs label="Groups of writers" tabs={tabsFor(ask, counts)} />
      <WriterFilters key={writersAddress(ask)} ask={ask} subjects={subjects} />
      <div className={moving ? "panel scroll moving" : "panel scroll"} aria-busy={moving || undefined}>
        {rows.length === 0 ? <Nothing ask={ask} none={none} /> : <WritersTable {...{ rows, now, zone, today }} />}
      </div>
      {rows.length > 0 && (
        <p className="small muted mt-3">
          On time counts first deliveries by the writer's own deadline; revisions count deliveries after which one was
          asked for.
        </p>
      )}
      <ClaimsSwitch on={claiming} maySwitch={maySwitch} />
    </>
  );
}
