import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { lifeSetting } from "#src/modules/orders/index.server.ts";
import { adminWriters, waitingApplications } from "#src/modules/writing/index.server.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { readSetting } from "#src/platform/settings.ts";
import { localOf } from "#src/shared/zone.ts";
import { ListPage } from "#src/ui/list/list-page.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useFlash } from "#src/ui/use-sent.ts";
import { writersAddress } from "../../domain/people-address.ts";
import { canChangeSettings } from "../../domain/policy.ts";
import { topicsOf } from "../../live-topics.ts";
import { saveSettings } from "../../settings/save-settings.ts";
import { ClaimsSwitch } from "../orders/claims-switch.tsx";
import type { Route } from "./+types/writers.ts";
import { ApplicationsPanel } from "./applications-panel.tsx";
import { listedWriter, writerList } from "./writer-list.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "people");
  const ask = writersAddress.read(new URL(request.url).searchParams);
  const clock = await readerClock(ctx, person);
  const today = localOf(clock.now, clock.zone).date;
  const [list, applications] = await Promise.all([adminWriters(ctx, { ...ask, today }), waitingApplications(ctx, {})]);
  // Past the cache: who has just switched it sees it switched.
  const { writersMayClaim } = (await readSetting(ctx.runtime.db, lifeSetting)).value;
  const { rows, ...page } = orPage(list, request);
  return {
    ...{ ...clock, me: person.id, topics: topicsOf(person, ["people", "orders", "money"]), today, ask },
    ...{ ...page, rows: rows.map(listedWriter) },
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

const doneMessages: Readonly<Record<string, string>> = {
  accept: "The application is accepted. The new writer can be asked for orders now.",
  claiming: "Writers may take paid orders themselves now.",
  assigning: "Your team assigns the orders now. Orders that writers took stay with them.",
};

export default function Writers({ loaderData, actionData }: Route.ComponentProps) {
  const { applications, now, zone, claiming, maySwitch, rows } = loaderData;
  const did = useFlash(loaderData.did || null);
  const done = !actionData && did && Object.hasOwn(doneMessages, did) ? doneMessages[did] : undefined;
  const wrong = actionData && (actionData.message ?? Object.values(actionData.errors)[0]);
  const below = (
    <>
      {rows.length > 0 && (
        <p className="small muted mt-3">
          On time counts first deliveries by the writer's own deadline; revisions count deliveries after which one was
          asked for.
        </p>
      )}
      <ClaimsSwitch on={claiming} maySwitch={maySwitch} />
    </>
  );
  return (
    <ListPage title="Writers" list={writerList} loaded={loaderData} below={below}>
      {done && <Notice tone="ok" title={done} live className="mb-6" />}
      {wrong && <Notice tone="bad" title={wrong} live className="mb-6" />}
      <ApplicationsPanel applications={applications} now={now} zone={zone} />
    </ListPage>
  );
}
