import { useState } from "react";
import { Link } from "react-router";
import { requireFactor, requireFresh, requirePerson } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { changePayoutMethod, myPay } from "#src/modules/payments/index.server.ts";
import { type PayoutKind, payoutKindLabels, payoutKinds } from "#src/modules/payments/index.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { counted } from "#src/shared/counted.ts";
import { countries } from "#src/shared/countries.ts";
import { StepUp } from "#src/ui/ask-once-more.tsx";
import { Button } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input, Select } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PageHead } from "#src/ui/reading.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { Route } from "./+types/payout-method.ts";

/** The account itself is never shown again: a new answer takes the place of the old one. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireFactor(requirePerson(ctx, request), request);
  const { method, pauseHours } = orPage(await myPay(ctx, {}), request);
  requireFresh(ctx, request);
  const known = method && {
    ...{ masked: method.masked, legalName: method.legalName, country: method.country },
    ...{ kindCode: method.kindCode, currency: method.currency },
  };
  return { known, pauseHours, countries: countries() };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const texts = await textsOf(request);
  const { legalName = "", country = "", account = "", bankCode = "", bankName = "", currency = "", note = "" } = texts;
  const kind = texts.kind ?? "bank";
  const typed = { kind, legalName, country, account, bankCode, bankName, currency, note };
  const changed = await changePayoutMethod(ctx, typed);
  return changed.ok
    ? redirectWithFlash("/dashboard/earnings", changed.value.changed ? "method" : "known")
    : refusedForm(changed, typed);
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Where your money goes", matches);

const labels = {
  kind: "How you want to be paid",
  legalName: "Legal name",
  country: "Country",
  account: "Account",
  bankCode: "Bank code",
  bankName: "Name of the bank",
  currency: "Currency of the account",
  note: "Note for the person who sends the money",
};

const accounts: Readonly<Record<PayoutKind, { label: string; hint: string }>> = {
  bank: {
    label: "IBAN or account number",
    hint: "As on your bank card or bank statement. Spaces do not matter.",
  },
  paypal: { label: "E-mail of your PayPal account", hint: "The address that you use to sign in to PayPal." },
  wise: { label: "E-mail or Wisetag of your Wise account", hint: "As it is in your Wise account." },
  other: { label: "Name or number of the account", hint: "As it is at the service." },
};

export default function PayoutMethodScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { known, pauseHours } = loaderData;
  const busy = useSent() !== undefined;
  const { errors = {}, values = {}, message, stepUp } = actionData ?? {};
  const [kind, setKind] = useState(values.kind ?? known?.kindCode ?? "bank");
  const account = accounts[payoutKinds.find((one) => one === kind) ?? "bank"];
  return (
    <main id="main" className="wrap page">
      <div className="max-w-160">
        <p className="small mb-2">
          <Link to="/dashboard/earnings">Earnings</Link>
        </p>
        <PageHead
          title={known ? "Change where your money goes" : "Where should your money go?"}
          lede="An account in your own name, in any country: at a bank, at PayPal, Wise or another service. Payouts are in US dollars; your bank or service may change them."
        />
        {stepUp && <StepUp className="mb-6" />}
        {actionData && !stepUp && <ErrorSummary errors={errors} labels={labels} message={message} />}
        {known && !actionData && (
          <Notice title={`Now: ${known.masked}`} className="mb-6">
            <p>{`The new account replaces it at once. We tell you by e-mail, and payouts then wait ${counted(pauseHours, "hour")}.`}</p>
          </Notice>
        )}
        <Form method="post" className="stack [--gap:24px]">
          <Field name="kind" label={labels.kind} error={errors.kind}>
            <Select defaultValue={kind} onChange={({ currentTarget }) => setKind(currentTarget.value)}>
              {payoutKinds.map((one) => (
                <option key={one} value={one}>
                  {payoutKindLabels[one]}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            name="legalName"
            label={labels.legalName}
            hint="As it is at your bank or service."
            error={errors.legalName}
          >
            <Input autoComplete="name" maxLength={100} defaultValue={values.legalName ?? known?.legalName} required />
          </Field>
          <Field name="country" label={labels.country} hint="Where you live." error={errors.country}>
            <Select defaultValue={values.country ?? known?.country ?? ""} autoComplete="country" required>
              <option value="" disabled>
                Choose
              </option>
              {loaderData.countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field name="account" label={account.label} hint={account.hint} error={errors.account}>
            <Input autoComplete="off" spellCheck={false} maxLength={60} defaultValue={values.account} required />
          </Field>
          {kind === "bank" && (
            <>
              <Field
                name="bankCode"
                label={labels.bankCode}
                hint="BIC (SWIFT), routing number or sort code. Not needed with an IBAN."
                error={errors.bankCode}
                optional
              >
                <Input autoComplete="off" spellCheck={false} maxLength={30} defaultValue={values.bankCode} />
              </Field>
              <Field name="bankName" label={labels.bankName} error={errors.bankName} optional>
                <Input autoComplete="off" maxLength={100} defaultValue={values.bankName} />
              </Field>
            </>
          )}
          <Field
            name="currency"
            label={labels.currency}
            hint="Three letters, like USD or EUR. We send US dollars."
            error={errors.currency}
          >
            <Input
              autoComplete="off"
              spellCheck={false}
              maxLength={3}
              defaultValue={values.currency ?? known?.currency ?? "USD"}
            />
          </Field>
          <Field
            name="note"
            label={labels.note}
            hint="For another service: write which one it is."
            error={errors.note}
            optional={kind !== "other"}
          >
            <Input autoComplete="off" maxLength={300} defaultValue={values.note} />
          </Field>
          <div>
            <Button busy={busy}>{busy ? "Saving" : "Save the method"}</Button>
            <p className="small muted mt-3">
              We keep it encrypted and show only a part of it. Only the person who sends the money sees all of it.
            </p>
          </div>
        </Form>
      </div>
    </main>
  );
}
