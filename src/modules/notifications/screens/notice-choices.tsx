import { useState } from "react";
import { Link, useFetcher } from "react-router";
import { Answer, type FormAnswer, Part, useSending } from "#src/modules/accounts/index.screens.ts";
import { requirePerson } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { browserZone, localOf } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Form, useFormOwner } from "#src/ui/form.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Icon, Lock } from "#src/ui/icons.tsx";
import { sendOrKeep, unlessNotSent } from "#src/ui/keep-page.ts";
import type { Route } from "./+types/notice-choices.ts";
import { type NoticesPage, noticesPage, saveNotices } from "./notice-choices.server.ts";
import { NoticeGroupBox } from "./notice-group.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requirePerson(ctx, request);
  return { ...(await noticesPage(ctx, request, person)) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  return saveNotices(ctx, request, requirePerson(ctx, request));
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrKeep(serverAction, {});
export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("E-mails", matches);

const Always = () => (
  <section className="mailgroup" aria-labelledby="always">
    <div className="g">
      <div>
        <h2 className="t2" id="always">
          Receipts and security
        </h2>
        <p>What was paid, line by line. New sign-ins, a changed password or address.</p>
      </div>
      <p className="always">
        <Icon of={Lock} />
        <span>Always sent</span>
      </p>
    </div>
  </section>
);

export default function Mails({ loaderData: { groups, off, email }, actionData }: Route.ComponentProps) {
  const hydrated = useHydrated();
  const busy = useSending();
  const saving = useFetcher<FormAnswer>();
  const { wanted, choose, savedAt } = useWanted(groups, off, saving);
  const answer = saving.data?.saved ? undefined : (saving.data ?? actionData);
  const mails = groups.filter(({ to }) => to !== "admin");
  const bell = groups.filter(({ to }) => to === "admin");
  const boxes = (some: typeof groups) =>
    some.map((group) => <NoticeGroupBox key={group.name} group={group} wanted={wanted} choose={choose} />);
  return (
    <Part
      title="E-mails"
      lede={
        <>
          Your <Link to="/notices">notices</Link>, behind the bell, always show everything. Here you choose what also
          comes to <span className="wrap-anywhere">{email}</span>.{" "}
          <Link to="/accountSettings/email">Change the address</Link>
        </>
      }
    >
      <Answer answer={answer} />
      <Form method="post">
        {boxes(mails)}
        <Always />
        {bell.length > 0 && (
          <>
            <h2 className="t1 mailbell">At the bell of the admin area</h2>
            <p className="soft mb-6">These are not e-mails. What you turn off is not shown at your bell.</p>
            {boxes(bell)}
          </>
        )}
        <div className="mailend">
          {hydrated ? (
            <p className="small muted" role="status">
              {`Each choice is saved at once.${savedAt ? ` Saved at ${savedAt}.` : ""}`}
            </p>
          ) : (
            <Button busy={busy}>Save changes</Button>
          )}
        </div>
      </Form>
    </Part>
  );
}

/** Which kinds are wanted, with each choice saved at once. `savedAt` is the time of the device. */
function useWanted(
  groups: NoticesPage["groups"],
  off: readonly string[],
  saving: ReturnType<typeof useFetcher<FormAnswer>>,
) {
  const kinds = groups.flatMap(({ lines }) => lines.map(({ kind }) => kind));
  const owner = useFormOwner();
  const [wanted, setWanted] = useState<ReadonlySet<string>>(() => new Set(kinds.filter((kind) => !off.includes(kind))));
  const [saved, setSaved] = useState<{ answer: unknown; at: string | null }>({ answer: undefined, at: null });
  if (saving.data && saved.answer !== saving.data)
    setSaved({
      answer: saving.data,
      at: saving.data.saved ? localOf(new Date(), browserZone()).time : saved.at,
    });
  const choose = (next: ReadonlySet<string>) => {
    setWanted(next);
    const form = new FormData();
    for (const [name, value] of Object.entries(owner)) form.set(name, value);
    for (const kind of next) form.append("wanted", kind);
    void saving.submit(form, { method: "post" });
  };
  return { wanted, choose, savedAt: saved.at };
}
