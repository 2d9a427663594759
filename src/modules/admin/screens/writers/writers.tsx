import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { lifeSetting } from "#src/modules/orders/index.server.ts";
import { type ApplicationLine, adminWriters, waitingApplications } from "#src/modules/writing/index.server.ts";
import { levelLabels } from "#src/modules/writing/index.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { readSetting } from "#src/platform/settings.ts";
import { counted } from "#src/shared/counted.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { formatMoment, localOf } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { ListPage } from "#src/ui/list/list-page.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Status } from "#src/ui/status.tsx";
import { useFlash, useSent } from "#src/ui/use-sent.ts";
import { writersAddress } from "../../domain/people-address.ts";
import { canChangeSettings } from "../../domain/policy.ts";
import { topicsOf } from "../../live-topics.ts";
import { saveSettings } from "../../settings/save-settings.ts";
import type { Route } from "./+types/writers.ts";
import { listedWriter, writerList } from "./writer-list.tsx";

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
    <li className="grid min-h-16 grid-cols-[14rem_minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-t border-rule px-5 py-[9px] max-xl:grid-cols-[minmax(0,1fr)_auto] max-sm:grid-cols-1 max-sm:py-3.5">
      <div className="max-xl:col-1">
        <Status shape={sent ? "clock" : "ring"} {...(sent && { tone: "warn" as const })}>
          {sent ? `Waits ${shortTime(now.getTime() - sentAt.getTime())}` : "Question asked"}
        </Status>
        <span className="small muted block">
          {sent ? `since ${formatMoment(sentAt, zone)}` : formatMoment(askedAt ?? sentAt, zone)}
        </span>
      </div>
      <div className="min-w-0">
        <b className="strong wrap-anywhere">{name}</b>
        <p className="small muted">{sent ? counted(samples, "sample") : question}</p>
      </div>
      <p className="soft max-xl:col-1">
        {subjects.map(({ name: one, upTo }) => `${one} to ${levelLabels[upTo]}`).join(", ")}
      </p>
      <LinkButton
        small
        variant={sent ? "outline" : "quiet"}
        className="max-xl:col-2 max-xl:row-[1/span_3] max-sm:col-1 max-sm:row-auto max-sm:mt-1.5 max-sm:justify-self-start"
        to={`/admin/writers/applications/${id}`}
      >
        {sent ? "Review" : "Open"}
        <span className="vh">{` the application of ${name}`}</span>
      </LinkButton>
    </li>
  );
};

/** Applications that wait for a person, the oldest first; nothing where none waits. */
const ApplicationsPanel = ({ applications, ...clock }: Props) =>
  applications.length === 0 ? null : (
    <div className="mb-8">
      <Panel title="Applications" aside={<span className="small muted">{headline(applications)}</span>}>
        <ul>
          {applications.map((line) => (
            <Line key={line.id} line={line} {...clock} />
          ))}
        </ul>
      </Panel>
    </div>
  );

/** Whether writers take paid orders themselves; the same setting stands on the page of settings. */
const ClaimsSwitch = ({ on, maySwitch }: { on: boolean; maySwitch: boolean }) => {
  const busy = useSent()?.has("claiming") === true;
  return (
    <div className="mt-8 max-w-[44rem]">
      <Panel title="Claiming" pad aside={<Status shape={on ? "check" : "ring"}>{on ? "On" : "Off"}</Status>}>
        <p className="soft">
          {on
            ? "Writers see paid orders that fit their subjects and may take one while they have a free place."
            : "Your team asks a writer for each paid order. Writers cannot take orders themselves."}
        </p>
        {maySwitch ? (
          <Form method="post" action="/admin/writers" className="mt-4" preventScrollReset>
            <input type="hidden" name="claiming" value={on ? "off" : "on"} />
            <Button small variant="outline" busy={busy}>
              {on ? "Stop claiming" : "Let writers claim"}
            </Button>
          </Form>
        ) : (
          <p className="small muted mt-3">An admin with the capability Settings can change this.</p>
        )}
      </Panel>
    </div>
  );
};

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
