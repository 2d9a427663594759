import { requireAdmin, withProof } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { mustRepeat } from "../../settings.ts";
import { makeCode } from "../edit-codes.ts";
import type { Route } from "./+types/new-code.ts";
import { CodeForm } from "./code-form.tsx";
import { postedCode } from "./shown-code.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  return readerClock(ctx, requireAdmin(ctx, request, "prices"));
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "prices");
  const form = await request.formData();
  const { texts, fields, typed, repeat, sums } = postedCode(form);
  const again = (refusal: Refusal) => refusedForm(refusal, typed);
  return withProof(ctx, request.headers, form, {
    take: async (known) => {
      const asked = await mustRepeat(known, repeat, sums);
      if (asked) return again(asked);
      const made = await makeCode(known, { ...fields, code: texts.code ?? "" });
      return made.ok ? redirectWithFlash(`/admin/codes/${made.value.id}`, "made") : again(made);
    },
    again,
  });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("New code", matches);

/** One person uses a code once, where nobody says otherwise. */
const start = { kind: "percent", mostPerPerson: "1" };

export default function NewCode({ loaderData: { zone }, actionData }: Route.ComponentProps) {
  return (
    <>
      <Crumbs steps={[{ to: "/admin/codes", label: "Promotion codes" }, { label: "New code" }]} />
      <div className="work-head">
        <div>
          <h1 className="d3">New code</h1>
          <p className="soft">It can be used as soon as you create it, or from its start time.</p>
        </div>
      </div>
      <Panel pad>
        <CodeForm seen={null} start={start} refused={actionData} zone={zone} />
      </Panel>
    </>
  );
}
