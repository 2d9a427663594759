import { useNavigation } from "react-router";
import { type PersonLine, peopleList, requireAdmin } from "#src/modules/accounts/index.server.ts";
import { waitsOf } from "#src/modules/chat/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { openOfClients } from "#src/modules/orders/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { Form } from "#src/ui/form.tsx";
import { BareSelect, SearchInput } from "#src/ui/inputs.tsx";
import { NoScript } from "#src/ui/no-script.tsx";
import { FilterTabs, Pager } from "#src/ui/table.tsx";
import {
  type PeopleAsk,
  type PeopleGroup,
  peopleAddress,
  peopleGroupLabels,
  peopleSortLabels,
  readPeopleAsk,
} from "../../domain/people-address.ts";
import { useActsOnChange } from "../overview/use-acts-on-change.ts";
import type { Route } from "./+types/people.ts";
import { type CustomerFacts, CustomerTable } from "./customer-table.tsx";
import { PeopleTable } from "./people-table.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "people");
  const ask = readPeopleAsk(new URL(request.url).searchParams);
  const given = Object.fromEntries(Object.entries(ask).filter(([, value]) => value !== ""));
  const [list, clock] = await Promise.all([peopleList(ctx, given), readerClock(ctx, person)]);
  const { rows, older, newer } = orPage(list, request);
  return { ...clock, ask, rows, older, newer, facts: ask.group === "clients" ? await factsOf(ctx, rows) : null };
}

/** What the table of clients says beside the kept figures; null for an admin who does not see orders. */
async function factsOf(ctx: Ctx, rows: readonly PersonLine[]): Promise<CustomerFacts | null> {
  const ids = rows.map(({ id }) => id);
  const [open, waits] = await Promise.all([openOfClients(ctx, { clientIds: ids }), waitsOf(ctx, { personIds: ids })]);
  return open.ok ? { open: open.value, waits: waits.ok ? waits.value : null } : null;
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("People", matches);

const tabsFor = (ask: PeopleAsk) =>
  (Object.keys(peopleGroupLabels) as PeopleGroup[]).map((group) => ({
    to: peopleAddress(ask, { group }),
    label: peopleGroupLabels[group],
    current: ask.group === group,
  }));

/** The search as a GET form: the address says all of it, and without scripts a button sends it. */
const PeopleSearch = ({ ask, sortable }: { ask: PeopleAsk; sortable: boolean }) => {
  const { form, onChange } = useActsOnChange(ask);
  return (
    <Form
      method="get"
      action="/admin/people"
      className={sortable ? "filters dense" : "filters dense max-w-2xl"}
      role="search"
      preventScrollReset
      ref={form}
      onChange={onChange}
    >
      <input type="hidden" name="group" value={ask.group} />
      <SearchInput defaultValue={ask.search} aria-label="Search people" placeholder="Name, e-mail or id" />
      {sortable && (
        <span className="sort-choice">
          <BareSelect
            name="sort"
            aria-label="Sort"
            defaultValue={ask.sort}
            choices={Object.entries(peopleSortLabels).map(([value, label]) => ({ value, label }))}
          />
        </span>
      )}
      <NoScript>
        <Button variant="outline" small>
          Filter
        </Button>
      </NoScript>
    </Form>
  );
};

const emptyTexts: Readonly<Record<PeopleGroup, [title: string, text: string]>> = {
  all: ["Nobody has an account yet", "You see everybody who registers here."],
  clients: ["No clients yet", "Everybody who registers is a client. You see them here."],
  writers: ["No writers yet", "Open the page of an account and give it the role of writer."],
  admins: ["No admins", "An admin is made on the server with npm run admin:create."],
  blocked: ["Nobody is blocked", "An account that is blocked stays as it is, and nobody can sign in to it."],
};

const NothingFound = ({ ask }: { ask: PeopleAsk }) => {
  const [title, text] = emptyTexts[ask.group];
  if (!ask.search) return <Empty title={title}>{text}</Empty>;
  return (
    <Empty
      title={`Nobody matches "${ask.search}"`}
      actions={
        <>
          {ask.group !== "all" && (
            <LinkButton small to={peopleAddress(ask, { group: "all" })}>
              Search everybody
            </LinkButton>
          )}
          <LinkButton small variant="outline" to={peopleAddress(ask, { search: "" })}>
            Clear the search
          </LinkButton>
        </>
      }
    >
      Check the spelling. Parts of a name or an e-mail are enough.
    </Empty>
  );
};

const KeyHelp = () => (
  <span className="keyhelp" aria-hidden="true">
    <b className="kbd">J</b> <b className="kbd">K</b> move <b className="kbd">Enter</b> opens
  </span>
);

export default function People({ loaderData }: Route.ComponentProps) {
  const { ask, rows, facts, older, newer, now, zone } = loaderData;
  const moving = useNavigation().location?.pathname === "/admin/people";
  const table = facts ? (
    <CustomerTable {...{ rows, ask, clock: { now, zone } }} {...facts} />
  ) : (
    <PeopleTable {...{ rows, now, zone }} />
  );
  const sorted = facts ? `, ${peopleSortLabels[ask.sort].toLowerCase()}` : "";
  return (
    <>
      <div className="work-head">
        <h1 className="d3">People</h1>
      </div>
      <FilterTabs label="Groups of people" tabs={tabsFor(ask)} />
      <PeopleSearch key={peopleAddress(ask)} ask={ask} sortable={facts !== null} />
      <div className={moving ? "panel scroll moving" : "panel scroll"} aria-busy={moving || undefined}>
        {rows.length === 0 ? <NothingFound ask={ask} /> : table}
      </div>
      {rows.length > 0 && (
        <Pager
          newer={newer ? peopleAddress(ask, { newer }) : undefined}
          older={older ? peopleAddress(ask, { older }) : undefined}
          labels={facts ? ["Previous", "Next"] : undefined}
        >
          {(rows.length === 1 ? "1 person on this page" : `${rows.length} people on this page`) + sorted}
          <KeyHelp />
        </Pager>
      )}
    </>
  );
}
