import { Form, useNavigation } from "react-router";
import { zoneChoices, zoneWords } from "#src/modules/pricing/index.screens.ts";
import { siteSetting } from "#src/modules/site/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { toRole } from "#src/shared/viewer.ts";
import { Button } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { LogOut } from "#src/ui/icons.tsx";
import { Input, Select } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PageHead, TermList } from "#src/ui/reading.tsx";
import { changeProfile, myProfile, requirePerson } from "../index.server.ts";
import { roleWord } from "../index.ts";
import type { Route } from "./+types/account-settings.ts";
import { type FormAnswer, formAgain, textsOf } from "./answers.server.ts";
import { tabTitle } from "./auth-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const { profile, timeZone } = orPage(await myProfile(ctx, {}), request);
  const site = await ctx.house.settings.get(siteSetting);
  return {
    shop: site.name,
    shopZone: site.timeZone,
    name: profile.name,
    email: profile.email,
    role: toRole(profile.role),
    timeZone,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const { name = "", timeZone = "" } = await textsOf(request);
  const changed = await changeProfile(ctx, { name, timeZone });
  const saved: FormAnswer = { saved: true };
  return changed.ok ? saved : formAgain(changed, { name, timeZone });
}

export const meta: Route.MetaFunction = ({ loaderData }) => tabTitle("Account settings", loaderData?.shop);

export default function AccountSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { name, email, role, timeZone, shopZone } = loaderData;
  const answer: FormAnswer = actionData ?? {};
  const zone = answer.values?.timeZone ?? timeZone ?? "";
  const choices = zoneChoices(useHydrated(), zone || "UTC").map((one) => ({ value: one, label: zoneWords(one) }));
  const busy = useNavigation().state === "submitting";
  return (
    <main id="main" className="wrap page">
      <div className="max-w-form">
        <PageHead title="Account settings" />
        {answer.saved && <Notice tone="ok" live className="mb-6" title="Saved." />}
        <TermList
          terms={[
            { key: "email", term: "E-mail", value: <span className="break-all">{email}</span> },
            { key: "role", term: "Role", value: roleWord[role] },
          ]}
        />
        <Form method="post" className="stack mt-7 [--gap:20px]">
          <ErrorSummary
            errors={answer.errors}
            labels={{ name: "Name", timeZone: "Time zone" }}
            message={answer.message}
          />
          <Field name="name" label="Name" error={answer.errors?.name}>
            <Input autoComplete="name" required maxLength={100} defaultValue={answer.values?.name ?? name} />
          </Field>
          <Field
            name="timeZone"
            label="Time zone"
            hint="Deadlines and times are shown in it."
            error={answer.errors?.timeZone}
          >
            <Select
              choices={[{ value: "", label: `Not set (${zoneWords(shopZone)})` }, ...choices]}
              defaultValue={zone}
            />
          </Field>
          <div>
            <Button busy={busy}>{busy ? "Saving" : "Save changes"}</Button>
          </div>
        </Form>
        <section className="mt-10" aria-labelledby="leave">
          <h2 className="t1" id="leave">
            Sign out
          </h2>
          <p className="soft mt-2 mb-4">Ends your session in this browser.</p>
          <form method="post" action="/signout">
            <Button variant="outline" icon={LogOut}>
              Sign out
            </Button>
          </form>
        </section>
      </div>
    </main>
  );
}
