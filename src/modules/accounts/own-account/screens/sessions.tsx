import { Form } from "react-router";
import { siteSetting } from "#src/modules/site/index.server.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { isFresh } from "#src/shared/viewer.ts";
import { formatMoment, zoneLabel } from "#src/shared/zone.ts";
import { Notice } from "#src/ui/notice.tsx";
import { TagMark } from "#src/ui/status.tsx";
import { endOtherSessions, endSession, mySessions, requirePerson } from "../../index.server.ts";
import { tabTitle } from "../../screens/auth-page.tsx";
import type { Route } from "./+types/sessions.ts";
import { confirmFirst } from "./confirm-first.server.ts";
import { dayLabel } from "./day-label.ts";
import { addressLabel, methodLabels } from "./method-labels.ts";
import { Answer, GuardedButton, Part, useSending } from "./part.tsx";

const here = "/accountSettings/sessions";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requirePerson(ctx, request);
  const sessions = orPage(await mySessions(ctx, {}), request);
  const site = await ctx.runtime.settings.get(siteSetting);
  const zone = person.timeZone ?? site.timeZone;
  return {
    shop: site.name,
    zone,
    fresh: isFresh(person, ctx.runtime.clock()),
    sessions: sessions.map(({ id, here: mine, device, address, method, short, since, seen }) => ({
      id,
      here: mine,
      device,
      used: `${formatMoment(seen, zone)}${address ? `, from ${addressLabel(address)}` : ""}`,
      began: `${methodLabels[method]} on ${dayLabel(since, zone)}${short ? ", until this browser closes" : ""}`,
    })),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const { intent, id } = await textsOf(request);
  const ended = intent === "others" ? await endOtherSessions(ctx, {}) : await endSession(ctx, { id });
  if (ended.ok) return { ended: ended.value.ended };
  return ended.code === "step-up" ? confirmFirst(here) : refusedForm(ended);
}

export const meta: Route.MetaFunction = ({ loaderData }) => tabTitle("Sessions", loaderData?.shop);

const endedMessage = (count: number): string => {
  if (count === 0) return "It was over already.";
  return count === 1 ? "One session is over." : `${count} sessions are over.`;
};

type Line = Route.ComponentProps["loaderData"]["sessions"][number];

const SessionRow = ({ line: { id, here: mine, device, used, began }, fresh }: { line: Line; fresh: boolean }) => {
  const busy = useSending("one");
  return (
    <li>
      <div>
        <p className="strong row [--gap:10px]">
          {device} {mine && <TagMark>This browser</TagMark>}
        </p>
        <p className="small soft num">Last used {used}</p>
        <p className="small muted">{began}</p>
      </div>
      {!mine && (
        <Form method="post" className="acts">
          <input type="hidden" name="intent" value="one" />
          <input type="hidden" name="id" value={id} />
          <GuardedButton
            fresh={fresh}
            here={here}
            variant="outline"
            small
            busy={busy}
            label={`End: ${device}, ${used}`}
          >
            End
          </GuardedButton>
        </Form>
      )}
    </li>
  );
};

export default function Sessions({ loaderData: { sessions, fresh, zone }, actionData }: Route.ComponentProps) {
  const others = sessions.length - 1;
  const busy = useSending("others");
  const answer = actionData && "ended" in actionData ? undefined : actionData;
  return (
    <Part title="Sessions" lede={`Browsers that are signed in to your account. Times are in ${zoneLabel(zone)}.`}>
      <Answer answer={answer} />
      {actionData && "ended" in actionData && (
        <Notice tone="ok" live className="mb-6" title={endedMessage(actionData.ended)} />
      )}
      <ul className="settings-rows">
        {sessions.map((line) => (
          <SessionRow key={line.id} line={line} fresh={fresh} />
        ))}
      </ul>
      {others > 0 ? (
        <Form method="post" className="mt-6">
          <input type="hidden" name="intent" value="others" />
          <GuardedButton fresh={fresh} here={here} variant="danger" busy={busy}>
            {others === 1 ? "End the other session" : `End all ${others} other sessions`}
          </GuardedButton>
          <p className="small muted mt-3">
            {fresh ? "They are signed out at once." : "We ask you first to confirm that it is you."} Do you not know one
            of them? End it and change your password.
          </p>
        </Form>
      ) : (
        <p className="soft mt-6">You are signed in nowhere else.</p>
      )}
    </Part>
  );
}
