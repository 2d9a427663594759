import { Caret } from "#src/ui/marks.tsx";
import { Table } from "#src/ui/table.tsx";
import type { PriceChange } from "../changes.ts";
import { partNamed } from "../layout.ts";

const columns = [
  { key: "where", label: "Where" },
  { key: "what", label: "What" },
  { key: "from", label: "Before", right: true },
  { key: "to", label: "After", right: true },
];

const shownValue = (text: string | null, factor: boolean): string => {
  if (text === null) return "";
  return factor && text !== "" ? `× ${text}` : text;
};

/** Differences of two price tables, one a row. */
export const ChangeList = ({ changes, caption }: { changes: readonly PriceChange[]; caption: string }) => (
  <Table caption={caption} columns={columns} boxed cards>
    {changes.map(({ cell, part, where, label, from, to, factor }) => (
      <tr key={`${cell}-${label}`}>
        <td>
          {partNamed(part)?.label}
          <small className="muted block">{where}</small>
        </td>
        <td className="wrap-anywhere">{label}</td>
        <td className="r whitespace-normal">
          {from !== null && <del className="cut">{shownValue(from, factor)}</del>}
        </td>
        <td className="r whitespace-normal">
          {to === null ? (
            "not sold any more"
          ) : (
            <ins className="add">
              <Caret />
              {shownValue(to, factor)}
            </ins>
          )}
        </td>
      </tr>
    ))}
  </Table>
);
