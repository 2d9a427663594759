import { redirect } from "react-router";
import { ConfirmHere } from "#src/modules/accounts/index.screens.ts";
import { requireFactor, requirePerson, withProof } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { orderForClient } from "#src/modules/orders/index.server.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { formatUsd } from "#src/shared/money.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { Button } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PageHead } from "#src/ui/reading.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { accountAsked, setRefundAccount } from "../index.server.ts";
import type { Route } from "./+types/refund-account.ts";

export const handle = { footer: true };

/** What was kept is not shown again. */
export async function loader({ context, request, params: { orderId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireFactor(requirePerson(ctx, request), request);
  const { id, number, title } = orPage(await orderForClient(ctx, { orderId }), request);
  const asked = await accountAsked(ctx.runtime.db, id);
  if (!asked) throw redirect(`/dashboard/orders/${id}`);
  return { order: { id, number, title }, asked };
}

export async function action({ context, request, params: { orderId } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireFactor(requirePerson(ctx, request), request);
  const form = await request.formData();
  const { holder = "", account = "", bank = "" } = textsIn(form);
  const again = (refusal: Refusal) => refusedForm(refusal, { holder, account, bank });
  return withProof(ctx, request.headers, form, {
    take: async (known) => {
      const given = await setRefundAccount(known, { orderId, holder, account, bank });
      return given.ok ? redirectWithFlash(`/dashboard/orders/${orderId}`, "refund-account") : again(given);
    },
    again,
  });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Account for your refund", matches);

const labels = { holder: "Name on the account", account: "IBAN or account number", bank: "BIC or name of the bank" };

export default function RefundAccountScreen({ loaderData: { order, asked }, actionData }: Route.ComponentProps) {
  const busy = useSent() !== undefined;
  const { errors = {}, values = {}, message } = actionData ?? {};
  return (
    <main id="main" className="wrap page">
      <div className="max-w-160">
        <PageHead
          title="Where does your refund go?"
          lede={`${formatUsd(asked.cents)} of order ${order.number} goes back by bank transfer.`}
        />
        {actionData && <ErrorSummary errors={errors} labels={labels} message={message} />}
        {asked.given && !actionData && (
          <Notice tone="ok" title="We have your account for this refund." className="mb-6">
            We do not show what you wrote. To use another account, write to Support.
          </Notice>
        )}
        <Form method="post" className="stack [--gap:24px]">
          <Field name="holder" label={labels.holder} error={errors.holder}>
            <Input autoComplete="name" maxLength={100} defaultValue={values.holder} required />
          </Field>
          <Field
            name="account"
            label={labels.account}
            hint="As on your bank card or bank statement."
            error={errors.account}
          >
            <Input autoComplete="off" spellCheck={false} maxLength={60} defaultValue={values.account} required />
          </Field>
          <Field name="bank" label={labels.bank} error={errors.bank}>
            <Input autoComplete="off" maxLength={100} defaultValue={values.bank} required />
          </Field>
          <ConfirmHere refused={actionData} />
          <div>
            <Button busy={busy}>{busy ? "Sending" : "Send the account"}</Button>
            <p className="small muted mt-3">
              We keep it encrypted. Only the person who sends the money sees it, and we delete it when the money is
              sent.
            </p>
          </div>
        </Form>
      </div>
    </main>
  );
}
