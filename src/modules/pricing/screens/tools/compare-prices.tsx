import { useState } from "react";
import { formatUsd } from "#src/shared/money.ts";
import { isService, type QuoteField } from "../../index.ts";
import { serviceNames, workLabels } from "../field-labels.ts";
import type { Calculator } from "../use-calculator.ts";
import { type Compared, differenceLine, differences } from "./differences.ts";

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
export const ComparePrices = ({ calculator }: Props) => {
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
