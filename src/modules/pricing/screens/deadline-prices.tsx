import { formatUsd } from "#src/shared/money.ts";
import { DeadlineChart } from "#src/ui/reading.tsx";
import { Table } from "#src/ui/table.tsx";
import { type DeadlineStep, deadlinesOf } from "../index.ts";
import type { Calculation } from "./calculation.ts";
import { usePricing } from "./pricing-provider.tsx";
import { priceOf } from "./use-calculator.ts";

const stepOf = ({ label, multiplier, totalCents }: DeadlineStep) => ({
  key: label,
  label,
  note: `× ${multiplier}`,
  price: formatUsd(totalCents),
  cents: totalCents,
});

/** What each deadline makes of the page's first calculation, as a staircase and as a table. Nothing where it has no effect. */
export const DeadlinePrices = ({ calculation, example }: { calculation: Calculation; example: string }) => {
  const pricing = usePricing();
  const { table } = pricing;
  if (!deadlinesOf(table, calculation.service)) return null;
  const { steps } = priceOf(pricing, calculation, new Date(pricing.now));
  const base = steps.at(-1);
  if (!base) return null;
  const text = steps.map(({ label, totalCents }) => `${label} ${formatUsd(totalCents)}`).join(", ");
  return (
    <section className="defer-render" aria-labelledby="deadlines">
      <h2 className="t1" id="deadlines">
        What the deadline does
      </h2>
      <p className="soft mt-2 max-w-152">{`The same work (${example}) with each deadline. The later it is, the less it costs.`}</p>
      <DeadlineChart label={`Total by deadline: ${text}`} steps={steps.map(stepOf)} />
      <details className="mt-4">
        <summary className="small min-h-11 cursor-pointer content-center text-pen">Show as table</summary>
        <Table
          caption="Total by deadline"
          tight
          columns={[
            { key: "deadline", label: "Deadline" },
            { key: "factor", label: "Factor", right: true },
            { key: "total", label: "Total", right: true },
          ]}
        >
          {steps.map(({ label, multiplier, totalCents }) => (
            <tr key={label}>
              <td>{label}</td>
              <td className="r">{`× ${multiplier}`}</td>
              <td className="r" translate="no">
                {formatUsd(totalCents)}
              </td>
            </tr>
          ))}
        </Table>
      </details>
    </section>
  );
};
