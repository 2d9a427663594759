import { data } from "react-router";
import { ConfirmDialog } from "#src/modules/accounts/index.screens.ts";
import { type Asking, requireAdmin, withProof } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { newId } from "#src/platform/ids.ts";
import { fieldOfList, refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/choices.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input, Select, Textarea } from "#src/ui/inputs.tsx";
import { News, useLiveList } from "#src/ui/live/live-list.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useFlash, useSent } from "#src/ui/use-sent.ts";
import { keyList, makeKey, revokeKey } from "../keys/keys.ts";
import type { Route } from "./+types/keys.ts";
import { apiClock } from "./api-clock.server.ts";
import { ApiColumns, ApiHead, Code, SecretToCopy } from "./api-head.tsx";
import { KeyTable, scopeLabels } from "./key-table.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "settings");
  const keys = orPage(await keyList(ctx, {}), request);
  return { ...(await apiClock(ctx, person)), rows: keys, newKeyId: newId(), did: flashOf(request) };
}

/** `id` is another one in each answer to a revocation: the dialog that asked for it then closes. */
type Answer = Asking & { key?: string; id?: string };
type Answered = ReturnType<typeof data<Answer>>;

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  const form = await request.formData();
  const { step, ...typed } = textsIn(form);
  if (step === "revoke") {
    const revoked = await revokeKey(ctx, { id: typed.id ?? "" });
    return revoked.ok ? redirectWithFlash("/admin/api", "revoked") : refusedForm(revoked, {}, { id: newId() });
  }
  const scopes = form.getAll("scopes").map(String);
  const { id, name = "", ends = "90", partner = "", contact = "", origins = "" } = typed;
  const again = (refusal: Refusal): Answered =>
    refusedForm(refusal, { name, ends, partner, contact, origins, scopes: scopes.join(" ") }, {}, fieldOfList);
  const take = async (known: Ctx): Promise<Answered> => {
    const made = await makeKey(known, { id, name, scopes, ends, partner, contact, origins });
    if (!made.ok) return again(made);
    return data({ errors: {}, values: {}, key: made.value.key }, { headers: { "cache-control": "no-store" } });
  };
  return withProof(ctx, request.headers, form, { take, again });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("API keys", matches);

const labels = {
  ...{ name: "Name", scopes: "What it may do", ends: "Ends" },
  ...{ partner: "Partner", contact: "Contact of the partner", origins: "Sites that may show prices" },
};
const ends = [
  { value: "30", label: "After 30 days" },
  { value: "90", label: "After 90 days" },
  { value: "365", label: "After a year" },
  { value: "never", label: "Never" },
];

/** The one moment at which a key can be seen. */
const NewKey = ({ value, base }: { value: string; base: string }) => (
  <Notice tone="ok" live className="mb-4" title="The key is made. Keep it now: it is not shown again.">
    <SecretToCopy value={value} what="the key" />
    <p className="small wrap-anywhere">
      {"Try it: "}
      <Code>{`curl -H 'Authorization: Bearer ${value.slice(0, 13)}…' ${base}/api/prices`}</Code>
    </p>
  </Notice>
);

const MakeForm = ({ id, answer }: { id: string; answer: Answer | undefined }) => {
  const { errors = {}, values = {} } = answer ?? {};
  const busy = useSent()?.get("step") === "make";
  const chosen = (values.scopes ?? "").split(" ");
  return (
    <Form method="post" className="stack [--gap:20px]" key={id}>
      <input type="hidden" name="id" value={id} />
      <Field name="name" label="Name" hint="Which program uses it." error={errors.name}>
        <Input defaultValue={values.name ?? ""} maxLength={60} required />
      </Field>
      <FieldGroup name="scopes" label="What it may do" error={errors.scopes}>
        {Object.entries(scopeLabels).map(([scope, { label, says }]) => (
          <Checkbox
            key={scope}
            name="scopes"
            id={scope === "quotes" ? "f-scopes" : `f-scopes-${scope}`}
            value={scope}
            defaultChecked={chosen.includes(scope)}
          >
            {label}
            <small className="muted block">{says}</small>
          </Checkbox>
        ))}
      </FieldGroup>
      <Field
        name="partner"
        label="Partner"
        optional
        hint="Only for “Prepare orders”: keys with the same partner read the same orders. Its clients see this name."
        error={errors.partner}
      >
        <Input defaultValue={values.partner ?? ""} maxLength={60} />
      </Field>
      <Field name="contact" label="Contact of the partner" optional error={errors.contact}>
        <Input defaultValue={values.contact ?? ""} maxLength={200} />
      </Field>
      <Field
        name="origins"
        label="Sites that may show prices"
        optional
        hint="Pages of these sites may ask for quotes without a key. One a line, such as https://www.example.com"
        error={errors.origins}
      >
        <Textarea defaultValue={values.origins ?? ""} rows={2} maxLength={2000} translate="no" />
      </Field>
      <Field name="ends" label="Ends" hint="A key with an end date does less harm when it is lost." error={errors.ends}>
        <Select choices={ends} defaultValue={values.ends ?? "90"} />
      </Field>
      <Button name="step" value="make" busy={busy} className="self-start">
        {busy ? "Making the key" : "Make a key"}
      </Button>
    </Form>
  );
};

export default function ApiKeys({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, changes, show } = useLiveList(loaderData);
  const { base, newKeyId, did } = loaderData;
  const { rows: keys, zone } = shown;
  const answer: Answer | undefined = actionData;
  const message = useFlash(did || null);
  return (
    <>
      <ApiHead at="keys" />
      <ConfirmDialog answer={answer} className="mb-4" />
      {answer && !answer.stepUp && !answer.key && (
        <ErrorSummary errors={answer.errors} labels={labels} message={answer.message} />
      )}
      {answer?.key && <NewKey value={answer.key} base={base} />}
      {message === "revoked" && !answer && (
        <Notice tone="ok" live className="mb-4" title="The key is revoked. It opens nothing any more." />
      )}
      <ApiColumns>
        <Panel title="Keys" aside={<News changes={changes} show={show} />}>
          {keys.length === 0 ? (
            <Empty title="No keys yet">A key lets a program of yours ask for what you choose, and nothing else.</Empty>
          ) : (
            <KeyTable key={answer?.id ?? ""} keys={keys} zone={zone} />
          )}
        </Panel>
        <Panel title="New key" pad>
          <MakeForm id={newKeyId} answer={answer} />
        </Panel>
      </ApiColumns>
    </>
  );
}
