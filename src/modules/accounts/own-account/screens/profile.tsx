import type { FormEventHandler } from "react";
import { Link } from "react-router";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { type Role, toRole } from "#src/shared/viewer.ts";
import { formatMoment, zoneLabel } from "#src/shared/zone.ts";
import { zoneChoices } from "#src/shared/zone-choices.ts";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form, FrameFormOwner } from "#src/ui/form.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { LogOut } from "#src/ui/icons.tsx";
import { Input, Select } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { TermList } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";
import { useMended } from "#src/ui/use-mended.ts";
import { cancelEmailChange, changeProfile, myProfile, mySettings, requirePerson } from "../../index.server.ts";
import { roleLabels } from "../../index.ts";
import type { FormAnswer } from "../../screens/answers.server.ts";
import type { Route } from "./+types/profile.ts";
import { Answer, Part, SetRow, useSending } from "./part.tsx";

type PendingEmail = { newEmail: string; until: string; oldConfirmed: boolean; newConfirmed: boolean };

const End = ({ email, confirmed }: { email: string; confirmed: boolean }) => (
  <li className="flex flex-wrap justify-between gap-x-5 gap-y-0.5 border-b border-rule py-[5px]">
    <span className="min-w-0 wrap-anywhere">{email}</span>
    {confirmed ? <Status shape="check">Confirmed</Status> : <Status shape="clock">Waits for you</Status>}
  </li>
);

/** A change of address that waits for its two confirmations, and the way to take it back. */
const PendingEmailNotice = ({
  newEmail,
  until,
  oldConfirmed,
  newConfirmed,
  email,
  live,
  demo,
}: PendingEmail & { email: string; live: boolean; demo: boolean }) => (
  <Notice
    live={live}
    className="mt-5"
    title="We sent two e-mails. Confirm the change in both."
    actions={
      <Form method="post">
        <input type="hidden" name="intent" value="cancel-email" />
        <Button variant="outline" small busy={useSending("cancel-email")}>
          Keep the old e-mail
        </Button>
      </Form>
    }
  >
    <ul className="mt-1.5 mb-2.5">
      <End email={email} confirmed={oldConfirmed} />
      <End email={newEmail} confirmed={newConfirmed} />
    </ul>
    <p>
      Until {until}. Look in the spam folder too.
      {demo && (
        <>
          {" "}
          In demo mode both e-mails are in the <Link to="/mailbox">mailbox</Link>.
        </>
      )}
    </p>
  </Notice>
);

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requirePerson(ctx, request);
  const { profile, timeZone } = orPage(await myProfile(ctx, {}), request);
  const { emailChange } = orPage(await mySettings(ctx, {}), request);
  const site = await ctx.runtime.settings.get(siteSetting);
  const pending: PendingEmail | null = emailChange && {
    ...emailChange,
    until: formatMoment(emailChange.until, person.timeZone ?? site.timeZone),
  };
  return {
    shopZone: site.timeZone,
    name: profile.name,
    email: profile.email,
    role: toRole(profile.role),
    timeZone,
    pending,
    asked: flashOf(request) === "email-asked",
    demo: ctx.runtime.mode === "demo",
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const { intent, name = "", timeZone = "" } = await textsOf(request);
  const saved: FormAnswer = { saved: true };
  if (intent === "cancel-email") {
    const cancelled = await cancelEmailChange(ctx, {});
    return cancelled.ok ? saved : refusedForm(cancelled);
  }
  const changed = await changeProfile(ctx, { name, timeZone });
  return changed.ok ? saved : refusedForm(changed, { name, timeZone });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Account settings", matches);

/** Who does not see the name: clients and writers know each other by pseudonym. */
const unseenBy: Record<Role, string | undefined> = {
  1: "Writers do not see it.",
  2: "Clients do not see it.",
  3: undefined,
};

type FormProps = {
  name: string;
  role: Role;
  timeZone: string | null;
  shopZone: string;
  answer: FormAnswer | undefined;
  onInput: FormEventHandler;
};

const ProfileForm = ({ name, role, timeZone, shopZone, answer, onInput }: FormProps) => {
  const zone = answer?.values?.timeZone ?? timeZone ?? "";
  const choices = zoneChoices(useHydrated(), zone || "UTC");
  const busy = useSending("profile");
  return (
    <Form method="post" className="stack [--gap:20px]" noValidate onInput={onInput}>
      <input type="hidden" name="intent" value="profile" />
      <Field name="name" label="Name" hint={unseenBy[role]} error={answer?.errors?.name}>
        <Input autoComplete="name" required maxLength={100} defaultValue={answer?.values?.name ?? name} />
      </Field>
      <Field
        name="timeZone"
        label="Time zone"
        hint="Deadlines and times are shown in it."
        error={answer?.errors?.timeZone}
      >
        <Select choices={[{ value: "", label: `Not set (${zoneLabel(shopZone)})` }, ...choices]} defaultValue={zone} />
      </Field>
      <div>
        <Button busy={busy}>{busy ? "Saving" : "Save changes"}</Button>
      </div>
    </Form>
  );
};

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { name, email, role, timeZone, shopZone, pending, asked, demo } = loaderData;
  const mended = useMended(actionData);
  return (
    <Part title="Profile">
      <Answer answer={mended.answer} since={mended.since} labels={{ name: "Name", timeZone: "Time zone" }} />
      <SetRow id="you" title="You" says="Your name, and the zone in which you read times.">
        <ProfileForm
          name={name}
          role={role}
          timeZone={timeZone}
          shopZone={shopZone}
          answer={mended.answer}
          onInput={mended.onInput}
        />
      </SetRow>
      <SetRow id="account" title="Account" says="Where our e-mails go, and what you do here.">
        <TermList
          terms={[
            {
              key: "email",
              term: "E-mail",
              value: (
                <span className="flex flex-wrap justify-between gap-x-5 gap-y-0.5">
                  <span className="min-w-0">{email}</span>
                  <Link to="/accountSettings/email" className="-my-2.5 inline-flex min-h-11 items-center">
                    Change e-mail
                  </Link>
                </span>
              ),
            },
            { key: "role", term: "Role", value: roleLabels[role] },
          ]}
        />
        {pending && <PendingEmailNotice {...pending} email={email} live={asked} demo={demo} />}
      </SetRow>
      <SetRow id="leave" title="Sign out" says="Ends your session in this browser.">
        <form method="post" action="/signout">
          <FrameFormOwner />
          <Button variant="outline" icon={LogOut}>
            Sign out
          </Button>
        </form>
      </SetRow>
    </Part>
  );
}
