import { type ReactNode, useState } from "react";
import { quoteBody } from "../../index.ts";
import { sharedAddress } from "../calculation.ts";
import type { Calculator } from "../use-calculator.ts";
import { ComparePrices } from "./compare-prices.tsx";

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
  const answer = await fetch("/api/quotes", { method: "POST", headers, body: quoteBody(raw) }).catch(() => null);
  return answer?.ok ? ((await answer.json()) as { id: string }).id : null;
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
