import { figures } from "#src/shared/counted.ts";
import { Table } from "#src/ui/table.tsx";
import { boundsOf, isMeasured, kindName, percentText, worstFirst } from "../domain/card.ts";
import type { ErrorRate, Share } from "../domain/model.ts";

/** A share with its number and its interval; of few texts only what was counted. */
const RateText = ({ share }: { share: Share }) => {
  if (share.n === 0) return "not measured";
  const { low, high } = boundsOf(share);
  if (!isMeasured(share)) return `${share.k} of ${share.n}, too few to say`;
  return (
    <>
      {`${percentText(share.k / share.n)}% (n\u00a0${figures(share.n)})`}
      <small className="small muted block">{`${percentText(low)} to ${percentText(high)}%`}</small>
    </>
  );
};
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
    {worstFirst(rates).map((rate) => (
      <tr key={`${rate.kind} ${rate.words}`}>
        <td className="strong">{kindName(rate.kind)}</td>
        <td data-label="Words" className="nowrap">
          {lengthOf(rate.words)}
        </td>
        <td data-label="Human texts flagged">
          <RateText share={rate.humans} />
        </td>
        <td data-label="Machine texts found">
          <RateText share={rate.machines} />
        </td>
      </tr>
    ))}
  </Table>
);
