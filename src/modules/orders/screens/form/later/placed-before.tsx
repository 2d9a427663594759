import { Link } from "react-router";
import { Table } from "#src/ui/table.tsx";
import type { Again } from "../submit-order.server.ts";

type Before = NonNullable<Again["before"]>;

const columnsOf = (number: string) => [
  { key: "what", label: "What" },
  { key: "placed", label: `In order ${number}` },
  { key: "typed", label: "In this form" },
];

/** The order that the form placed, beside what it says now: one of them is opened, or a second order placed. */
const PlacedBefore = ({ before: { orderId, number, rows } }: { before: Before }) => (
  <section className="stack [--gap:12px] mt-4" aria-label="What changed since">
    {rows.length > 0 && (
      <Table caption="What changed since" columns={columnsOf(number)}>
        {rows.map(({ label, placed, typed }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="whitespace-pre-wrap">{placed || "Nothing"}</td>
            <td className="whitespace-pre-wrap">{typed || "Nothing"}</td>
          </tr>
        ))}
      </Table>
    )}
    <p>
      <Link to={`/checkout/${orderId}`}>{`Open order ${number}`}</Link>
      {", or send this form again: that places a second order. What you typed is still here."}
    </p>
  </section>
);

export default PlacedBefore;
