import { useState } from "react";
import { formatUsd } from "#src/shared/money.ts";
import { isService, type QuoteField } from "../../index.ts";
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
