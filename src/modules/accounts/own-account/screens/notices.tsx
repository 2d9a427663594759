import { Form } from "react-router";
import { type NoticeLine, noticesFor } from "#src/modules/notifications/index.ts";
import { siteSetting } from "#src/modules/site/index.server.ts";
import { refusedForm } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Person } from "#src/shared/viewer.ts";
import { Button } from "#src/ui/button.tsx";
import { FieldGroup } from "#src/ui/field.tsx";
import { Icon, Lock } from "#src/ui/icons.tsx";
import { changeNotices, mySettings, requirePerson } from "../../index.server.ts";
import type { FormAnswer } from "../../screens/answers.server.ts";
import { tabTitle } from "../../screens/auth-page.tsx";
import type { Route } from "./+types/notices.ts";
import { Answer, Part, useSending } from "./part.tsx";

/** The role of an admin whose second factor is still missing counts already. */
const readerOf = ({ waitingRole, role, capabilities }: Person) => ({ role: waitingRole ?? role, capabilities });

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requirePerson(ctx, request);
  const { noticesOff } = orPage(await mySettings(ctx, {}), request);
  const lines = noticesFor(readerOf(person));
  return { shop: (await ctx.runtime.settings.get(siteSetting)).name, email: person.email, lines, off: noticesOff };
}

/** What stays ticked is wanted; kinds that this page does not show stay as they are. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const person = requirePerson(ctx, request);
  const wanted = new Set((await request.formData()).getAll("wanted").map(String));
  const { noticesOff } = orPage(await mySettings(ctx, {}), request);
  const shown = noticesFor(readerOf(person));
  const hidden = noticesOff.filter((kind) => !shown.some((line) => line.kind === kind));
  const off = shown.filter(({ kind, mayBeOff }) => mayBeOff && !wanted.has(kind)).map(({ kind }) => kind);
  const changed = await changeNotices(ctx, { off: [...hidden, ...off] });
  const saved: FormAnswer = { saved: true };
  return changed.ok ? saved : refusedForm(changed);
}

export const meta: Route.MetaFunction = ({ loaderData }) => tabTitle("Notices", loaderData?.shop);

const LineText = ({ line: { label, note } }: { line: NoticeLine }) => (
  <span>
    {label}
    <span className="small muted block">{note}</span>
  </span>
);

const NoticeBox = ({ line, off }: { line: NoticeLine; off: readonly string[] }) =>
  line.mayBeOff ? (
    <label className="check">
      <input type="checkbox" name="wanted" value={line.kind} defaultChecked={!off.includes(line.kind)} />
      <LineText line={line} />
    </label>
  ) : (
    <p className="check settings-always">
      <Icon of={Lock} />
      <span>
        {line.label} <span className="muted">(always)</span>
        <span className="small muted block">{line.note}</span>
      </span>
    </p>
  );

const groups = [
  { to: "client", label: "Your orders" },
  { to: "writer", label: "Your work as a writer" },
  { to: "admin", label: "Admin", hint: "These are no mails: you find them at the bell of the admin area." },
] as const;

export default function Notices({ loaderData: { lines, off, email }, actionData }: Route.ComponentProps) {
  const busy = useSending();
  return (
    <Part
      title="Notices"
      lede={
        <>
          Mails that we send to <b className="wrap-anywhere">{email}</b>.
        </>
      }
    >
      <Answer answer={actionData} />
      <Form method="post" className="stack [--gap:28px]">
        {groups
          .filter(({ to }) => lines.some((line) => line.to === to))
          .map(({ to, ...group }) => (
            <FieldGroup key={to} name={to} {...group}>
              {lines
                .filter((line) => line.to === to)
                .map((line) => (
                  <NoticeBox key={line.kind} line={line} off={off} />
                ))}
            </FieldGroup>
          ))}
        <p className="small muted">
          Mails about the account itself always come: sign-in from a new device, changes of password, e-mail and second
          factor.
        </p>
        <div>
          <Button busy={busy}>{busy ? "Saving" : "Save changes"}</Button>
        </div>
      </Form>
    </Part>
  );
}
