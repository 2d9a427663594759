import { useState } from "react";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { Form } from "#src/ui/form.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import "#src/ui/styles/pages/admin-pricing.css";
import { ConfirmDialog } from "#src/modules/accounts/index.screens.ts";
import { requireAdmin, withProof } from "#src/modules/accounts/index.server.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { zoneChoices } from "#src/shared/zone-choices.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Input, Select, Textarea } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { orRepair, priceEditor } from "../price-editor.ts";
import { publishPrices, withdrawPrices } from "../publish.ts";
import type { Route } from "./+types/publish.ts";
import { ChangeList } from "./change-list.tsx";
import { answerTo } from "./saved-answer.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "prices");
  const { changes, errors, newer, waiting, revision } = orRepair(await priceEditor(ctx, {}), request);
  const wrong = Object.keys(errors).length;
  return { ...(await readerClock(ctx, person)), changes, wrong, newer: newer !== null, waiting, revision };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "prices");
  const form = await request.formData();
  const { step = "", password: _, passkey: __, intent: ___, ...typed } = textsIn(form);
  return withProof(ctx, request.headers, form, {
    take: async (known) => {
      const saved = await (step === "withdraw" ? withdrawPrices(known, {}) : publishPrices(known, typed));
      if (!saved.success) return answerTo(saved.refusal, typed);
      const flash = step === "withdraw" ? "withdrawn" : saved.version > 0 ? "published" : "scheduled";
      return redirectWithFlash("/admin/pricing", flash);
    },
    again: (refusal) => answerTo(refusal, typed),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Publish prices", matches);

const labels = { reason: "Reason", date: "Day", time: "Time", zone: "Time zone" };

type Data = Route.ComponentProps["loaderData"];
type Answer = Route.ComponentProps["actionData"];

const Waiting = ({ waiting, zone }: { waiting: NonNullable<Data["waiting"]>; zone: string }) => (
  <Panel title="Planned prices" pad>
    <p>{`${waiting.author} planned new prices for ${formatMoment(waiting.at, zone)}: “${waiting.reason}”.`}</p>
    {waiting.held && <HeldBack held={waiting.held} />}
    <p className="soft mt-2">
      You can publish urgent changes before that. The planned prices then change only their own values. If you withdraw
      them, they become your draft, if you have none.
    </p>
    <Form method="post" className="row mt-4">
      <Button name="step" value="withdraw" variant="outline">
        Withdraw them
      </Button>
    </Form>
  </Panel>
);

/** Why prices that wait do not come on their day. */
const HeldBack = ({ held }: { held: readonly string[] }) => (
  <Notice tone="warn" title="They do not start automatically." className="mt-4">
    {held.length > 0 ? (
      <>
        <p>Prices that were published since then change the same values:</p>
        <ul>
          {held.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </>
    ) : (
      <p>They do not fit the prices that were published since then.</p>
    )}
    <p>Withdraw them, take the newer changes into the draft, and publish or plan it again.</p>
  </Notice>
);

const whenChoice = "inline-flex min-h-11 items-center gap-2";

const PublishForm = ({ data, answer }: { data: Data; answer: Answer }) => {
  const { errors = {}, values = {} } = answer ?? {};
  const ready = useHydrated();
  const busy = useSent() !== undefined;
  const [when, setWhen] = useState(values.when ?? "now");
  return (
    <Form method="post" className="stack [--gap:20px]">
      <input type="hidden" name="seen" value={data.revision} />
      <Field name="reason" label="Reason" hint="Kept in the history, for admins." error={errors.reason}>
        <Textarea defaultValue={values.reason ?? ""} maxLength={500} rows={3} required />
      </Field>
      <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
        <legend className="label">When</legend>
        <label className={whenChoice}>
          <input type="radio" name="when" value="now" checked={when === "now"} onChange={() => setWhen("now")} /> Now
        </label>
        {!data.waiting && (
          <label className={whenChoice}>
            <input
              type="radio"
              name="when"
              value="later"
              checked={when === "later"}
              onChange={() => setWhen("later")}
            />{" "}
            At a later time
          </label>
        )}
      </fieldset>
      {!data.waiting && (when === "later" || !ready) && (
        <div className="grid grid-cols-[1fr_1fr] gap-4">
          <Field name="date" label="Day" error={errors.date}>
            <Input type="date" defaultValue={values.date ?? ""} />
          </Field>
          <Field name="time" label="Time" error={errors.time}>
            <Input type="time" defaultValue={values.time ?? ""} />
          </Field>
          <Field name="zone" label="Time zone" className="col-span-full" error={errors.zone}>
            <Select choices={zoneChoices(ready, data.zone, data.now)} defaultValue={values.zone ?? data.zone} />
          </Field>
        </div>
      )}
      <div className="row">
        <Button busy={busy}>
          {busy ? "Publishing" : when === "later" ? "Plan these prices" : "Publish these prices"}
        </Button>
        <LinkButton to="/admin/pricing" variant="quiet">
          Back to the draft
        </LinkButton>
      </div>
    </Form>
  );
};

export default function Publish({ loaderData: data, actionData: answer }: Route.ComponentProps) {
  const { changes, wrong, newer, waiting, zone } = data;
  const can = changes.length > 0 && wrong === 0 && !newer;
  return (
    <>
      <Crumbs steps={[{ to: "/admin/pricing", label: "Pricing" }, { label: "Publish" }]} />
      <div className="work-head">
        <div>
          <h1 className="d3">Publish prices</h1>
          <p className="soft">
            They apply to quotes that are made from then on. Orders and quotes that exist keep their prices.
          </p>
        </div>
      </div>
      <ConfirmDialog answer={answer} className="mb-4" />
      {answer && !answer.stepUp && <ErrorSummary errors={answer.errors} labels={labels} message={answer.message} />}
      <div className="grid grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] items-start gap-6 max-[1180px]:grid-cols-1">
        {waiting && <Waiting waiting={waiting} zone={zone} />}
        {can ? (
          <Panel title={changes.length === 1 ? "1 change" : `${changes.length} changes`}>
            <ChangeList changes={changes} caption="What changes" />
          </Panel>
        ) : waiting ? null : (
          <div className="panel">
            <Empty
              title={
                wrong > 0 ? "Some values need correction" : newer ? "Somebody published other prices" : "No changes yet"
              }
            >
              Go back to the draft, and open this page again when it is ready.
            </Empty>
            <p className="panel-pad">
              <LinkButton to="/admin/pricing" variant="outline">
                Back to the draft
              </LinkButton>
            </p>
          </div>
        )}
        {can && (
          <Panel title="When and why" pad>
            <PublishForm data={data} answer={answer} />
          </Panel>
        )}
      </div>
    </>
  );
}
