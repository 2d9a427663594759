import { type ReactNode, useState } from "react";
import { formatUsd } from "#src/shared/money.ts";
import { isService, type QuoteField, quoteBody } from "../../index.ts";
import { sharedAddress } from "../calculation.ts";
import { serviceNames, workLabels } from "../field-labels.ts";
import type { Calculator } from "../use-calculator.ts";

type Raw = Readonly<Record<string, string>>;

/** One of two prices that are compared: its answers and its total. */
type Compared = { readonly raw: Raw; readonly totalCents: number };

/** The answers that differ, in the order of the form; of a field that only one has, the other side is empty. */
export const differences = (a: Raw, b: Raw): readonly { field: string; a: string; b: string }[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .map((field) => ({ field, a: a[field] ?? "", b: b[field] ?? "" }))
    .filter((one) => one.a !== one.b);

/** "B costs $8.40 less than A." */
export const differenceLine = (a: Compared, b: Compared | null): string => {
  if (!b) return "B has no price until you have answered everything.";
  const more = b.totalCents - a.totalCents;
  if (more !== 0) return `B costs ${formatUsd(Math.abs(more))} ${more > 0 ? "more" : "less"} than A.`;
  return differences(a.raw, b.raw).length === 0 ? "Both are the same now." : "Both cost the same.";
};

type Props = { readonly calculator: Calculator };

const labelOf = (field: string): string => (field === "service" ? "Service" : (workLabels[field] ?? field));
const shownAs = (field: string, value: string): string =>
  field === "service" && isService(value) ? serviceNames[value] : value;

/** Puts the answers of A back into the form. */
const goBack = (calculator: Calculator, { raw }: Compared) => {
  const { service = "", deadlineDate = "", deadlineTime = "", deadlineZone = "", ...answers } = raw;
  if (isService(service) && service !== calculator.calculation.service) calculator.choose(service);
  for (const [field, value] of Object.entries(answers)) calculator.answer(field as QuoteField, value);
  calculator.move({ date: deadlineDate, time: deadlineTime, zone: deadlineZone });
};

/** One price is kept as A; what is changed in the form stands beside it as B. */
const ComparePrices = ({ calculator }: Props) => {
  const [a, setA] = useState<Compared | null>(null);
  const { quote, raw } = calculator;
  const keep = () => quote && setA({ raw, totalCents: quote.totalCents });
  if (!a)
    return (
      <>
        <button type="button" className="btn btn-outline btn-sm" disabled={!quote} onClick={keep}>
          Keep this price as A
        </button>
        <p className="small soft">Then change something in the form: the new price is shown next to it as B.</p>
      </>
    );
  const b = quote && { raw, totalCents: quote.totalCents };
  return (
    <>
      <table className="table tight">
        <caption className="vh">Two prices side by side</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">What</span>
            </th>
            <th scope="col">A</th>
            <th scope="col">B, now</th>
          </tr>
        </thead>
        <tbody>
          {differences(a.raw, raw).map(({ field, a: before, b: now }) => (
            <tr key={field}>
              <th scope="row">{labelOf(field)}</th>
              <td>{shownAs(field, before) || "Nothing"}</td>
              <td>{shownAs(field, now) || "Nothing"}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">Total</th>
            <td translate="no">{formatUsd(a.totalCents)}</td>
            <td>{b ? formatUsd(b.totalCents) : "No price yet"}</td>
          </tr>
        </tbody>
      </table>
      <p className="small" role="status">
        {differenceLine(a, b)}
      </p>
      <div className="row [--gap:8px]">
        <button type="button" className="btn btn-outline btn-sm" onClick={() => goBack(calculator, a)}>
          Go back to A
        </button>
        <button type="button" className="btn btn-outline btn-sm" disabled={!quote} onClick={keep}>
          Keep B as A
        </button>
        <button type="button" className="btn btn-quiet btn-sm" onClick={() => setA(null)}>
          End
        </button>
      </div>
    </>
  );
};

export type PriceToolsProps = {
  readonly calculator: Calculator;
  /** The quote that keeps the price on the screen, where there is one. */
  readonly quoteId?: string | undefined;
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="stack [--gap:8px]" aria-label={title}>
    <h3 className="label">{title}</h3>
    {children}
  </section>
);

/** The address can be selected where the clipboard is closed to us. */
const CopyLink = ({ raw }: { raw: Readonly<Record<string, string>> }) => {
  const address = new URL(sharedAddress(raw), window.location.href).href;
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async () => {
    const taken = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    );
    setCopied(
      taken ? "Copied. Everybody who opens the link sees this work and its price." : "Select the link and copy it.",
    );
  };
  return (
    <Part title="Link to this price">
      <input
        className="input"
        readOnly
        value={address}
        aria-label="Link to this price"
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" className="btn btn-outline btn-sm" onClick={() => void copy()}>
        Copy link
      </button>
      <p className="small soft" role="status">
        {copied}
      </p>
    </Part>
  );
};

/** Asks the server to keep the price on the screen; null when it cannot. */
async function keptQuote(raw: Readonly<Record<string, string>>): Promise<string | null> {
  const headers = { "content-type": "application/json" };
  const quote: { id: string } | null = await fetch("/api/quotes", { method: "POST", headers, body: quoteBody(raw) })
    .then((answer) => (answer.ok ? answer.json() : null))
    .catch(() => null);
  return quote?.id ?? null;
}

const Print = ({ calculator, quoteId }: PriceToolsProps) => {
  const [message, setMessage] = useState("");
  const print = async () => {
    setMessage("We are making the quote.");
    const id = quoteId ?? (await keptQuote(calculator.raw));
    setMessage(id ? "The quote is in your downloads." : "The quote could not be made. Try again in a minute.");
    if (id) window.location.assign(`/order/quotes/${id}.pdf`);
  };
  return (
    <Part title="The quote as a document">
      <button
        type="button"
        className="btn btn-outline btn-sm"
        disabled={!calculator.quote}
        onClick={() => void print()}
      >
        Quote as PDF
      </button>
      <p className="small soft" role="status">
        {message || "With its number, every line, and the time until which the price is valid."}
      </p>
    </Part>
  );
};

/** What can be done with the price on the screen, beside ordering. */
export default function PriceTools({ calculator, quoteId }: PriceToolsProps) {
  return (
    <div className="grid gap-6 pt-2">
      <CopyLink key={JSON.stringify(calculator.raw)} raw={calculator.raw} />
      <Part title="Compare">
        <ComparePrices calculator={calculator} />
      </Part>
      <Print calculator={calculator} quoteId={quoteId} />
    </div>
  );
}
