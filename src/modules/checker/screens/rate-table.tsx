import { Table } from "#src/ui/table.tsx";
import { kindNames } from "../domain/card.ts";
import type { ErrorRate, Share } from "../domain/model.ts";

const told = ({ k, n }: Share): string =>
  n === 0 ? "not measured" : `${((100 * k) / n).toFixed(1)} % (n ${n.toLocaleString("en-US")})`;
const wrong = ({ humans: { k, n } }: ErrorRate): number => (n === 0 ? -1 : k / n);
const lengthOf = (words: number): string => (words >= 300 ? "300 and more" : "150 to 299");
const columns = [
  { key: "kind", label: "Kind of writing" },
  { key: "words", label: "Words" },
  { key: "humans", label: "Human texts flagged" },
  { key: "machines", label: "Machine texts found" },
];

/** Measured errors by kind of writing and length, the worst first. */
export const RateTable = ({ rates }: { rates: readonly ErrorRate[] }) => (
  <Table caption="Errors by kind of writing" columns={columns} cards>
    {[...rates]
      .sort((a, b) => wrong(b) - wrong(a))
      .map((rate) => (
        <tr key={`${rate.kind} ${rate.words}`}>
          <td className="strong">{rate.kind === "all" ? "All kinds" : (kindNames[rate.kind] ?? rate.kind)}</td>
          <td data-label="Words" className="nowrap">
            {lengthOf(rate.words)}
          </td>
          <td data-label="Human texts flagged" className="nowrap">
            {told(rate.humans)}
          </td>
          <td data-label="Machine texts found" className="nowrap">
            {told(rate.machines)}
          </td>
        </tr>
      ))}
  </Table>
);
