import { Link, redirect } from "react-router";
import { requirePerson } from "#src/modules/accounts/index.server.ts";
import { FileField, FileList, PlainUpload } from "#src/modules/files/index.screens.ts";
import { type AttachedAt, fileFieldData, sendFileAsItIs } from "#src/modules/files/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { canBuy, isAttachedToOrder } from "#src/modules/orders/index.server.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { formatUsd, usdString } from "#src/shared/money.ts";
import { formatDay, formatMoment, localOf } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { type NextMoment, NextMoments } from "#src/ui/ending.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { announceTransfer, openCheckout, type TransferPage, transferPage } from "../index.server.ts";
import { bareAccount, grouped, isIban } from "../index.ts";
import type { Route } from "./+types/transfer.ts";
import { OrderBreakdown } from "./order-breakdown.tsx";
import { type ShownCheckout, shownCheckout } from "./shown-checkout.server.ts";

type TransferRowsShown = Omit<TransferPage, "waitsUntil">;
type Row = { label: string; value: string; shown?: string; what: string; note?: string };

const rowsOf = ({
  reference,
  missingCents,
  bank: { holder, account, bic, bank },
}: TransferRowsShown): readonly Row[] => {
  const rows: readonly Row[] = [
    {
      label: "Reference",
      value: reference,
      what: "the reference",
      note: "Write it on the transfer. We use it to find your money.",
    },
    {
      label: "Amount",
      value: usdString(missingCents),
      shown: formatUsd(missingCents),
      what: "the amount",
    },
    { label: "Account holder", value: holder, what: "the account holder" },
    isIban(account)
      ? { label: "IBAN", value: bareAccount(account), shown: grouped(account), what: "the IBAN" }
      : { label: "Account number", value: account, what: "the account number" },
    { label: "BIC", value: bic, what: "the BIC" },
    { label: "Bank", value: bank, what: "the name of the bank" },
  ];
  return rows.filter(({ value }) => value !== "");
};

const Received = ({ transfer: { receivedCents, missingCents } }: { transfer: TransferRowsShown }) =>
  receivedCents === 0 ? null : (
    <Notice tone="warn" title={`${formatUsd(receivedCents)} has arrived. ${formatUsd(missingCents)} is missing.`}>
      Send the rest with the same reference. The work starts when all of it is here. If the rest does not come in time,
      we send back the part that arrived.
    </Notice>
  );

/** What is typed at the bank, each value with its own button to copy it; the reference first, because it is forgotten. */
const TransferRows = ({ transfer }: { transfer: TransferRowsShown }) => (
  <section aria-labelledby="bank">
    <Received transfer={transfer} />
    <h2 className={cx("t2 mb-4", transfer.receivedCents > 0 && "mt-8")} id="bank">
      Copy this into your bank
    </h2>
    <dl className="copyrows quiet-terms overflow-hidden rounded-md border border-edge bg-sheet">
      {rowsOf(transfer).map(({ label, value, shown, what, note }) => (
        <div
          key={label}
          className={cx(
            "grid min-h-15 grid-cols-[9.5rem_minmax(0,1fr)_auto] items-center gap-x-4 border-rule py-1.5 pr-2 pl-5 not-first:border-t max-sm:min-h-17 max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:py-2.5 max-sm:pr-1.5 max-sm:pl-4",
            label === "Reference" && "bg-pen-tint",
          )}
        >
          <dt className="max-sm:col-[1]">{label}</dt>
          <dd
            className={cx(
              "num font-semibold tracking-[0.02em] wrap-anywhere max-sm:col-[1] max-sm:tracking-normal",
              label === "Reference" && "text-[1.25rem]/[1.625rem] text-pen",
            )}
          >
            {shown ?? value}
            {note && <small className="block text-sm/5 font-normal tracking-normal text-ink-2">{note}</small>}
          </dd>
          <dd className="wrap-anywhere max-sm:col-[2] max-sm:row-[1/3]">
            <CopyButton value={value} what={what} wide />
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

type Until = { day: string; time: string } | null;

const after: Readonly<Record<string, { title: string; text: string }>> = {
  second: { title: "The final version opens", text: "Your time to read it starts then." },
  change: { title: "The change is made", text: "Until then the order stays as it was." },
  tip: { title: "Your writer gets it", text: "All of it goes to your writer." },
};

/** From the transfer to the end of the wait, each moment with its time. */
const momentsOf = (transfer: TransferRowsShown, { deadline }: ShownCheckout, until: Until): NextMoment[] => [
  {
    when: "Today",
    title: transfer.announced ? "You sent the money" : "You send the money",
    text: "From any bank, in US dollars. Your bank may take a fee of its own.",
  },
  {
    when: "1 to 3",
    whenMore: "working days",
    title: "It arrives, and a person confirms it",
    text: "You get an e-mail and the receipt. If less arrives, you get an e-mail with the amount that is missing. If more arrives, the difference goes back.",
  },
  {
    when: "Then",
    ...(after[transfer.purpose] ?? {
      title: "The work starts",
      text: deadline ? `The deadline stays ${deadline}.` : "We choose a writer for your subject.",
    }),
  },
  ...(until
    ? [
        {
          when: until.day,
          whenMore: until.time,
          title: "If no money arrives by then",
          text: "The order is cancelled. Money that arrives later goes back to you.",
        },
      ]
    : []),
];

export const handle = { footer: true, trail: { steps: ["Order", "Payment", "Done"], at: 1 } };

/** Without an open transfer the checkout says what can be done. */
export async function loader({ context, request, params: { orderId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  if (!canBuy(requirePerson(ctx, request))) throw redirect("/dashboard");
  const checkout = orPage(await openCheckout(ctx, { orderId }), request);
  const found = await transferPage(ctx, { orderId });
  if (!found.ok) throw redirect(`/checkout/${checkout.order.id}`);
  const shown = await shownCheckout(ctx, checkout);
  const { waitsUntil, ...transfer } = found.value;
  const { zone } = shown;
  return {
    shown,
    transfer,
    until: waitsUntil && {
      day: formatDay(waitsUntil, zone),
      time: localOf(waitsUntil, zone).time,
      all: formatMoment(waitsUntil, zone),
    },
    field: await fileFieldData(ctx, { purpose: "proof", about: checkout.order.id }),
    did: flashOf(request),
    refusedUpload: new URL(request.url).searchParams.get("upload-refused")?.slice(0, 300),
  };
}

export async function action({ context, request, params: { orderId } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const page = `/checkout/${orderId}/transfer`;
  const form = await request.formData();
  const isHere = (at: AttachedAt) => isAttachedToOrder(ctx.runtime.db, orderId, at);
  const sentAsItIs = await sendFileAsItIs(ctx, request, form, { path: page, isHere });
  if (sentAsItIs) return sentAsItIs;
  const announced = await announceTransfer(ctx, { orderId, files: String(form.get("files") ?? "") });
  return announced.ok ? redirectWithFlash(page, "announced") : refusedForm(announced);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  tabTitle(`Bank transfer for order ${loaderData?.shown.order.number ?? ""}`, matches);

type Shown = Route.ComponentProps["loaderData"];

const isOut = ({ state, withheld }: Shown["transfer"]["proofFiles"][number]): boolean =>
  state === "refused" || (state === "ready" && withheld);

/** A proof that did not get through is no reason to wait for it. */
const NotThere = ({ files }: { files: Shown["transfer"]["proofFiles"] }) => {
  const names = files.filter(isOut).map(({ name }) => `“${name}”`);
  if (names.length === 0) return null;
  return (
    <Notice tone="warn" title={`Our team does not have ${names.join(", ")}.`} live>
      <p>
        We look for your transfer all the same. <a href="#proof">Why, and what you can do</a>
      </p>
    </Notice>
  );
};

const Announced = ({ shown, until }: Pick<Shown, "shown" | "until">) => (
  <Notice tone="ok" title="Thank you. We watch for your transfer." live>
    <p>
      {`You get an e-mail when it has arrived.${until ? ` We keep the price and wait until ${until.all}.` : ""} `}
      <Link to={`/dashboard/orders/${shown.order.id}`}>Go to the order</Link>
    </p>
  </Notice>
);

type Answer = { errors: Readonly<Record<string, string>> };

/** Proof is not needed; it helps to find the money sooner. */
const Proof = ({ data, errors }: { data: Shown } & Answer) => {
  const { transfer, field, shown } = data;
  const busy = useSent()?.has("files") ?? false;
  return (
    <section aria-labelledby="proof">
      <h2 className="t2" id="proof">
        Proof of payment <span className="muted font-sans text-base">optional</span>
      </h2>
      <p className="soft small mt-1 mb-3">
        A photo or PDF from your bank helps us find the money sooner. Only our team sees it.
      </p>
      <FileList files={transfer.proofFiles} label="Proof that you sent" />
      <PlainUpload {...field} next={`/checkout/${shown.order.id}/transfer`} />
      <Form method="post" className="mt-4" preventScrollReset>
        <FileField
          {...field}
          used={transfer.proofFiles.map(({ id }) => id)}
          label="Files"
          hint="A photo or PDF."
          optional
          plain="Send each file with the form above, then press the button below."
          error={errors.files ?? data.refusedUpload}
        />
        <Button block busy={busy} className="mt-6">
          {busy ? "Sending" : transfer.announced ? "Send the proof" : "I have sent the transfer"}
        </Button>
        <p className="small muted mt-3">
          You can close this page. The details stay on your order page and are in our e-mail.
        </p>
      </Form>
    </section>
  );
};

export default function Transfer({ loaderData: data, actionData }: Route.ComponentProps) {
  const { shown, transfer, until } = data;
  const { order } = shown;
  const errors = actionData?.errors ?? {};
  return (
    <main id="main" className="wrap order">
      <h1 className="d2">{transfer.announced ? "We wait for your transfer" : "Send the transfer"}</h1>
      <p className="soft mt-2 wrap-anywhere">
        {`Order ${order.number}, ${order.title}. `}
        <Link to={`/checkout/${order.id}`}>Pay another way</Link>
      </p>
      {actionData && (
        <div className="mt-6">
          <ErrorSummary errors={errors} labels={{ files: "Proof of payment" }} message={actionData.message} />
        </div>
      )}
      <div className="split-form mt-10">
        <div className="stack [--gap:48px]">
          {data.did === "announced" && <Announced shown={shown} until={until} />}
          {data.did === "as-it-is" && <Notice tone="ok" title="Our team has the file as it is." live />}
          <NotThere files={transfer.proofFiles} />
          <TransferRows transfer={transfer} />
          <Proof data={data} errors={errors} />
          <NextMoments title="What happens when" moments={momentsOf(transfer, shown, until)} />
        </div>
        <aside aria-label="Your order">
          <OrderBreakdown shown={shown} transfer={transfer.announced} inTwo={transfer.purpose === "first"} />
        </aside>
      </div>
    </main>
  );
}
