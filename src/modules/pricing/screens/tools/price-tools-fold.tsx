import { Suspense, useCallback, useState } from "react";
import { latePart } from "#src/ui/late-part.ts";
import { NoScript } from "#src/ui/no-script.tsx";
import { sharedAddress } from "../calculation.ts";
import type { PriceToolsProps } from "./price-tools.tsx";

const Tools = latePart(() => import("./price-tools.tsx"));

const fold = "[&>summary]:min-h-11 [&>summary]:cursor-pointer [&>summary]:text-pen [&>summary]:content-center";
const pdfOf = (id: string): string => `/order/quotes/${id}.pdf`;

/** A link to this price, a second price beside it, the quote on paper: what they need is loaded when it is opened. */
export const PriceToolsFold = ({ calculator, quoteId }: PriceToolsProps) => {
  const [opened, setOpened] = useState(false);
  // It may have been opened before the scripts loaded, which then receive no toggle event.
  const seen = useCallback((fold: HTMLDetailsElement | null) => void (fold?.open && setOpened(true)), []);
  return (
    <details className={`no-print mt-3 ${fold}`} ref={seen} onToggle={() => setOpened(true)}>
      <summary>Link, compare, print</summary>
      {opened && (
        <Suspense>
          <Tools calculator={calculator} quoteId={quoteId} />
        </Suspense>
      )}
      <NoScript>
        <p>
          <a href={sharedAddress(calculator.raw)}>A link to this price</a>
        </p>
        {quoteId && (
          <p>
            <a href={pdfOf(quoteId)}>This quote as a PDF</a>
          </p>
        )}
      </NoScript>
    </details>
  );
};
