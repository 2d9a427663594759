import type { LadderStep } from "#src/modules/orders/index.ts";
import { Table } from "#src/ui/table.tsx";

const columns = [
  { key: "when", label: "When" },
  { key: "back", label: "What comes back" },
  { key: "who", label: "Who pays for it" },
];

/** The refund ladder as the engine describes it, for the guarantees page and the terms. */
export const LadderTable = ({ ladder }: { ladder: readonly LadderStep[] }) => (
  <div className="my-8 max-w-4xl">
    <Table caption="How much money comes back, and when" columns={columns} cards>
      {ladder.map(({ code, when, back, bearer }) => (
        <tr key={code}>
          <td>{when}</td>
          <td className="strong">{back}</td>
          <td className="soft">
            <span className="md:hidden">Who pays for it: </span>
            {bearer}
          </td>
        </tr>
      ))}
    </Table>
  </div>
);
