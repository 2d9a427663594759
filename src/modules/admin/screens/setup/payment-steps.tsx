import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { Panel } from "#src/ui/admin-shell.tsx";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { Status } from "#src/ui/status.tsx";
import type { KeyFact } from "../../setup/facts.ts";
import type { MethodFacts } from "../../setup/setup-step.ts";
import { CopyLine, StepButton } from "./setup-parts.tsx";

type Guide = { name: string; title: string; where: ReactNode; lines: readonly string[]; events: string };

/** What the owner enters at each provider, and the lines that the server needs. */
const guides: Readonly<Record<string, Guide>> = {
  stripe: {
    name: "Stripe",
    title: "Tell Stripe where to report payments",
    where:
      "In Stripe, open Developers, Webhooks, Add endpoint. Enter this address and these events, and save. Stripe then shows the signing secret, which starts with whsec_.",
    lines: ["STRIPE_SECRET_KEY=sk_live_…", "STRIPE_WEBHOOK_SECRET=whsec_…"],
    events: "checkout.session.*, payment_intent.*, refund.*, charge.refunded, charge.dispute.*",
  },
  paypal: {
    name: "PayPal",
    title: "Tell PayPal where to report payments",
    where:
      "In PayPal's developer pages, open Apps, your app, Add webhook. Enter this address and these events, and save. PayPal then shows the id of the webhook.",
    lines: ["PAYPAL_CLIENT_ID=…", "PAYPAL_CLIENT_SECRET=…", "PAYPAL_WEBHOOK_ID=…", "PAYPAL_LIVE=on"],
    events: "CHECKOUT.ORDER.APPROVED, PAYMENT.CAPTURE.*, CUSTOMER.DISPUTE.*",
  },
};

const Numbered = ({ at, children }: { at: number; children: string }) => (
  <span className="flex items-center gap-3">
    <span className="grid size-7 flex-none place-items-center rounded-full border border-edge font-sans text-sm">
      {at}
    </span>
    {children}
  </span>
);

const KeyRow = ({ of: { name, use, set, note } }: { of: KeyFact }) => (
  <li
    className={`grid items-center gap-x-5 gap-y-1 border-t border-rule px-5 py-3.5 md:grid-cols-[minmax(0,1fr)_12rem_auto] ${set ? "" : "bg-error-tint"}`}
  >
    <div className="min-w-0">
      <code className="font-semibold wrap-anywhere" translate="no">
        {name}
      </code>
      <p className="small soft">{use}</p>
    </div>
    <div>
      <Status shape={set ? "check" : "alert"} tone={set ? "ok" : "bad"}>
        {set ? "Set" : "Missing"}
      </Status>
      <p className="small muted wrap-anywhere" translate="no">
        {note}
      </p>
    </div>
    <CopyButton value={name} what={`the name ${name}`} wide />
  </li>
);

type Props = { method: MethodFacts; keys: readonly KeyFact[]; base: string; readAt: string; reported: string | null };

const CheckRow = ({ state, children }: { state: ReactNode; children: string }) => (
  <li className="grid gap-x-4 gap-y-0.5 border-t border-rule py-3 md:grid-cols-[11.5rem_minmax(0,1fr)]">
    {state}
    <p className="wrap-anywhere">{children}</p>
  </li>
);

const Check = ({ method: { key, name, set, answer }, reported }: Pick<Props, "method" | "reported">) => {
  const id = useId();
  const provider = guides[key]?.name ?? name;
  return (
    <section className="panel border-rule-strong" aria-labelledby={id}>
      <div className="panel-head">
        <h2 className="t3" id={id}>
          <Numbered at={4}>Check</Numbered>
        </h2>
        {answer && <span className="small muted">{`last check ${answer.when}`}</span>}
      </div>
      <div className="panel-pad">
        <ul className="mb-4">
          <CheckRow
            state={
              answer ? (
                <Status shape={answer.ok ? "check" : "alert"} tone={answer.ok ? "ok" : "bad"}>
                  {answer.ok ? "Key works" : "Key does not work"}
                </Status>
              ) : (
                <Status shape="dash">Not tried</Status>
              )
            }
          >
            {answer
              ? `${name}: ${answer.message}`
              : set
                ? "Not checked yet."
                : "Not tried, because its keys are missing."}
          </CheckRow>
          <CheckRow
            state={
              reported ? (
                <Status shape="check" tone="ok">
                  Reports arrive
                </Status>
              ) : (
                <Status shape="dash">No report yet</Status>
              )
            }
          >
            {reported
              ? `The last message of ${provider} came ${reported}.`
              : `${provider} reports with the first payment. Until then the shop asks ${provider} itself, every few minutes.`}
          </CheckRow>
        </ul>
        {set && (
          <div className="grid gap-x-4 gap-y-2 sm:grid-cols-[10rem_auto] sm:items-center">
            <StepButton step={key} label={answer ? "Check again" : "Check"} about={name} primary />
            <p className="small muted">Takes a few seconds. No money moves.</p>
          </div>
        )}
      </div>
    </section>
  );
};

/** The way to one provider in four numbered steps. */
export const PaymentSteps = ({ method, keys, base, readAt, reported }: Props) => {
  const guide = guides[method.key];
  if (!guide) return null;
  const lines = method.set ? "The lines on the server" : "Write the keys on the server";
  return (
    <>
      <Panel
        title={<Numbered at={1}>What the server has</Numbered>}
        aside={<span className="small muted">{`read ${readAt}, at start`}</span>}
      >
        <ul>
          {keys.map((one) => (
            <KeyRow key={one.name} of={one} />
          ))}
        </ul>
      </Panel>
      <Panel title={<Numbered at={2}>{guide.title}</Numbered>} pad>
        <p>{guide.where}</p>
        <CopyLine label="Webhook address" value={`${base}/webhooks/${method.key}`} />
        <CopyLine label="Events" value={guide.events} />
      </Panel>
      <Panel title={<Numbered at={3}>{lines}</Numbered>} pad>
        <p>
          {method.set
            ? "To use other keys, change these lines in the server's environment and start the program again."
            : "Write these lines into the server's environment with your own values, and start the program again."}
        </p>
        {guide.lines.map((line) => (
          <CopyLine key={line} label={line.slice(0, line.indexOf("="))} value={line} />
        ))}
      </Panel>
      <Check method={method} reported={reported} />
    </>
  );
};

const answers = [
  { ok: true, name: "Works", says: "The keys are known. Clients can pay this way now." },
  { ok: false, name: "Wrong key", says: "The provider does not know these keys. Copy them again completely." },
  { ok: false, name: "No answer", says: "The provider does not answer. Check again in a few minutes." },
] as const;

/** What a check can answer, and the way that needs no keys. */
export const PaymentAside = () => (
  <div className="panels min-w-0">
    <Panel title="Possible answers">
      <ul>
        {answers.map(({ ok, name, says }) => (
          <li key={name} className="border-t border-rule px-5 py-3">
            <Status shape={ok ? "check" : "alert"} tone={ok ? "ok" : "bad"}>
              {name}
            </Status>
            <p className="small soft mt-1">{says}</p>
          </li>
        ))}
      </ul>
    </Panel>
    <Panel title="Without keys" pad>
      <p className="small soft">
        Your <Link to="/setup/payments?method=bank">bank account</Link> needs no key. Clients then pay by transfer, and
        you confirm each one.
      </p>
    </Panel>
  </div>
);
