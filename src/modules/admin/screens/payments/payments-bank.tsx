import { Link } from "react-router";
import { ConfirmDialog } from "#src/modules/accounts/index.screens.ts";
import { requireAdmin, withProof } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { bankAccount, changeBank } from "#src/modules/payments/index.server.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { Route } from "./+types/payments-bank.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "money");
  const { value, version } = orPage(await bankAccount(ctx, {}), request);
  return { bank: value, version, saved: flashOf(request) === "saved" };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "money");
  const form = await request.formData();
  const { holder = "", account = "", bic = "", bank = "", seenVersion = "" } = textsIn(form);
  const again = (refusal: Refusal) => refusedForm(refusal, { holder, account, bic, bank });
  return withProof(ctx, request.headers, form, {
    take: async (known) => {
      const changed = await changeBank(known, { holder, account, bic, bank, seenVersion });
      return changed.ok ? redirectWithFlash("/admin/payments/bank", "saved") : again(changed);
    },
    again,
  });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Bank account", matches);

const fields = [
  { name: "holder", label: "Account holder", hint: undefined },
  { name: "account", label: "IBAN or account number", hint: "If it is empty, nobody can choose a bank transfer." },
  { name: "bic", label: "BIC", hint: "Clients abroad need it." },
  { name: "bank", label: "Name of the bank", hint: undefined },
] as const;
const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]));

export default function PaymentsBank({ loaderData: { bank, version, saved }, actionData }: Route.ComponentProps) {
  const busy = useSent() !== undefined;
  const { errors = {}, values = {}, message, stepUp } = actionData ?? {};
  return (
    <>
      <div className="work-head">
        <div>
          <p className="small mb-2">
            <Link to="/admin/payments">Payments</Link>
          </p>
          <h1 className="d3">Bank account</h1>
          <p className="soft mt-2">Where clients send bank transfers. They see it when they choose one.</p>
        </div>
      </div>
      <ConfirmDialog answer={actionData} className="mb-4" />
      {actionData && !stepUp && <ErrorSummary errors={errors} labels={labels} message={message} />}
      {saved && !actionData && (
        <Notice tone="ok" live className="mb-4" title="The account is saved.">
          {bank.account === "" ? "Bank transfers are switched off." : "Clients see it from now on."}
        </Notice>
      )}
      <Panel title="Account">
        <Form method="post" className="stack max-w-160 px-5 pb-5 [--gap:20px]">
          <input type="hidden" name="seenVersion" value={version} />
          {fields.map(({ name, label, hint }) => (
            <Field key={name} name={name} label={label} hint={hint} error={errors[name]}>
              <Input autoComplete="off" maxLength={100} defaultValue={values[name] ?? bank[name]} />
            </Field>
          ))}
          <div>
            <Button busy={busy}>{busy ? "Saving" : "Save the account"}</Button>
          </div>
        </Form>
      </Panel>
    </>
  );
}
