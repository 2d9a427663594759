import { Link } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { roleLabels, sealPath } from "#src/modules/accounts/index.ts";
import { cityOfZone } from "#src/modules/chat/index.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { formatDate, isZone, localOf } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Avatar } from "#src/ui/avatar.tsx";
import { LinkButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { ArrowDown, ArrowUp, MessageCircle } from "#src/ui/icons.tsx";
import { unlessNotSent } from "#src/ui/keep-page.ts";
import { Notice } from "#src/ui/notice.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { Status, TagMark } from "#src/ui/status.tsx";
import { useFlash } from "#src/ui/use-sent.ts";
import "#src/ui/styles/pages/admin-person.css";
import type { Sign } from "../../domain/client-signs.ts";
import { Neighbour } from "../orders/order-head.tsx";
import { RefusedNotice } from "../orders/step-form.tsx";
import type { Refused } from "../orders/submit-order-step.server.ts";
import { FiguresRow, MoneyPanel, WorkPanel } from "../writers/writer-panels.tsx";
import type { Route } from "./+types/person.ts";
import { adminPerson, type ShownPerson, submitPersonStep } from "./person.server.ts";
import { SeeAsStep } from "./person-access.tsx";
import { ChatPanel, NotesPanel } from "./person-chat.tsx";
import { CustomerCodes, CustomerFigures, CustomerOrders, CustomerRefunds } from "./person-customer.tsx";
import { AccountFolds } from "./person-folds.tsx";
import type { PersonProps } from "./person-step.tsx";
import { firstName, mayBeSeen, stepsOf } from "./person-step.tsx";

/** Above what is shown of somebody whose data is sealed. */
const SealedNotice = ({ personId }: { personId: string }) => (
  <Notice
    tone="warn"
    title="The client’s data is sealed"
    className="mb-6"
    actions={
      <LinkButton small variant="outline" to={sealPath(personId)}>
        Open with a reason and a second person
      </LinkButton>
    }
  >
    <p>The client reported a threat. You can do all steps without names and texts.</p>
  </Notice>
);

const SignText = ({ sign: { text, to } }: { sign: Sign }) => (to ? <Link to={to}>{text}</Link> : text);

/** What is unusual about a client, with the reason; nothing where nothing is. */
const SignsPanel = ({ signs }: { signs: readonly Sign[] }) =>
  signs.length > 0 && (
    <Panel title="Worth a look" pad>
      <ul className="grid gap-2">
        {signs.map((sign) => (
          <li key={sign.to ?? sign.text}>
            <SignText sign={sign} />
          </li>
        ))}
      </ul>
      <p className="small soft mt-3">
        Each can have a good reason, and nothing is blocked by it. Ask the person first.
      </p>
    </Panel>
  );

export async function loader({ context, request, params: { personId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const admin = requireAdmin(ctx, request, "people");
  const [shown, clock] = await Promise.all([adminPerson(ctx, request, admin, personId), readerClock(ctx, admin)]);
  return { ...clock, shown, did: flashOf(request) };
}

export async function action({ context, request, params: { personId } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "people");
  return submitPersonStep(ctx, request, personId);
}

/** Also after a refusal: a conflict means that the page shows an old state. */
export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  tabTitle(loaderData?.shown.person.name ?? "Person", matches);

const doneLabels: Readonly<Record<string, string>> = {
  note: "The note is added.",
  role: "The role is changed. The person is signed out and gets an e-mail.",
  block: "The account is blocked. The person is signed out everywhere and gets an e-mail.",
  unblock: "The account is open again. The person gets an e-mail.",
  reset: "The link is on its way to the person.",
  "end-all": "Every session has ended.",
  "end-one": "The session has ended.",
  "drop-factors": "The removal waits 72 hours. The person got an e-mail with a link to stop it.",
  "keep-factors": "The removal is stopped, and the person gets an e-mail.",
};

const closedLabels = {
  own: ["This is your own account.", "Another admin can change your role."],
  above: ["This admin may do more than you.", "Only an admin with the same capabilities can change this account."],
  gone: ["This account was deleted.", "Only what the law requires is kept."],
} as const;

/** The whole name stands right below. */
const shortened = (name: string): string => (name.length > 28 ? `${name.slice(0, 27).trimEnd()}…` : name);

const Head = ({ props }: { props: PersonProps }) => {
  const { shown, clock, open } = props;
  const { person, chat, list } = shown;
  const { now, zone } = clock;
  return (
    <>
      <div className="flex items-start justify-between gap-2">
        <Crumbs steps={[{ to: list.back, label: "People" }, { label: shortened(person.name) }]} />
        <div className="-mt-2 flex">
          <Neighbour to={list.previous} icon={ArrowUp} label="Previous person" shortcut="k" />
          <Neighbour to={list.next} icon={ArrowDown} label="Next person" shortcut="j" />
        </div>
      </div>
      <header className="mt-2 mb-6 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-4 max-md:grid-cols-[auto_minmax(0,1fr)]">
        <Avatar name={person.name} large />
        <div>
          <h1 className="d3 wrap-anywhere">{person.name}</h1>
          <p className="detail-meta row">
            {person.blocked && <Status shape="alert">Blocked</Status>}
            <span className="num">{`${roleLabels[person.role]} since ${formatDate(person.createdAt, zone)}`}</span>
            <span className="wrap-anywhere">{person.email}</span>
            {person.timeZone && isZone(person.timeZone) && (
              <span className="num">{`now ${localOf(now, person.timeZone).time} in ${cityOfZone(person.timeZone)}`}</span>
            )}
            {person.demo && <TagMark>demo account</TagMark>}
          </p>
        </div>
        <div className="row [--gap:12px] max-md:col-span-full">
          {open && mayBeSeen(shown) && <SeeAsStep props={props} />}
          {chat && (
            <LinkButton small to={`/admin/chats/${person.id}`} icon={MessageCircle}>
              {`Write to ${firstName(person.name)}`}
            </LinkButton>
          )}
        </div>
      </header>
    </>
  );
};

/** Why nothing can be changed here now, if so. */
const Hindrance = ({ shown: { person, fresh } }: { shown: ShownPerson }) => {
  if (person.closed) {
    const [title, text] = closedLabels[person.closed];
    return (
      <Notice tone="info" title={title} className="mb-6">
        <p>
          {text} {person.closed === "own" && <Link to="/accountSettings">Open your account settings</Link>}
        </p>
      </Notice>
    );
  }
  if (fresh) return null;
  const next = encodeURIComponent(`/admin/people/${person.id}`);
  return (
    <Notice
      tone="info"
      title="You signed in more than ten minutes ago."
      className="mb-6"
      actions={
        <LinkButton small to={`/confirm-identity?next=${next}`}>
          Confirm that it is you
        </LinkButton>
      }
    >
      <p>You can read everything here. To change an account, confirm that it is you.</p>
    </Notice>
  );
};

/** The sign-in grew old while somebody wrote: confirming it in another tab loses nothing. */
export default function PersonPage({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, now, zone } = loaderData;
  const did = useFlash(loaderData.did || null);
  const refused: Refused | undefined = actionData;
  const done = !refused && did && Object.hasOwn(doneLabels, did) ? doneLabels[did] : undefined;
  // A form in which something was typed stays, also when the sign-in is not fresh any more.
  const open = shown.person.closed === null && (shown.fresh || refused?.stepUp === true);
  const { customer, chat } = shown;
  // A writer is a customer too where there are own orders; an admin is neither.
  const shows = customer !== null && customer.figures.placed > 0;
  const work = shown.writer && { ...{ writer: shown.writer, now, zone } };
  const props = { shown, clock: { now, zone }, refused, open };
  return (
    <>
      <Head props={props} />
      {shown.person.underSeal && <SealedNotice personId={shown.person.id} />}
      {done && <Notice tone="ok" title={done} live className="mb-6" />}
      <RefusedNotice refused={refused} steps={open ? [...stepsOf(shown.person), "see-as", "note"] : ["note"]} />
      {!refused?.stepUp && <Hindrance shown={shown} />}
      {shows && <CustomerFigures {...{ customer, chat, me: shown.me, now }} />}
      {work && <FiguresRow data={work} />}
      <div
        className={cx(
          "person-parts grid items-start gap-6",
          shows || work ? "grid-cols-[minmax(0,1fr)_25rem] max-xl:grid-cols-1" : "grid-cols-[minmax(0,52rem)]",
        )}
      >
        <div className="grid min-w-0 gap-6 empty:hidden max-xl:contents">
          {work && <WorkPanel data={work} />}
          {work && <MoneyPanel data={work} />}
          {shows && <CustomerOrders personId={shown.person.id} customer={customer} clock={props.clock} />}
          {shows && <CustomerRefunds customer={customer} clock={props.clock} />}
        </div>
        <div className="grid min-w-0 gap-6 empty:hidden max-xl:contents">
          {shows && <SignsPanel signs={customer.signs} />}
          {chat && <ChatPanel chat={chat} props={props} />}
          {chat && <NotesPanel chat={chat} props={props} />}
          {shows && <CustomerCodes customer={customer} clock={props.clock} />}
          <AccountFolds props={props} bare={!shows && !work} />
        </div>
      </div>
    </>
  );
}
