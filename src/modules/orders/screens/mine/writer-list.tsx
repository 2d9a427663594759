import { Link } from "react-router";
import { Empty } from "#src/ui/empty.tsx";
import { Status } from "#src/ui/status.tsx";
import { type Column, Table } from "#src/ui/table.tsx";
import { OrderTable, Turns } from "./client-list.tsx";
import type { ShownWork, ShownWritersDesk } from "./dashboard.server.ts";

const columns: readonly Column[] = [
  { key: "no", label: "No." },
  { key: "order", label: "Order" },
  { key: "due", label: "Your deadline" },
  { key: "status", label: "Status" },
];

const Row = ({ work }: { work: ShownWork }) => (
  <tr>
    <td className="num muted no">{work.number}</td>
    <td className="ti">
      <Link className="title wrap-anywhere" to={`/dashboard/orders/${work.id}`}>
        {work.title}
      </Link>
      <span className="meta">{work.work}</span>
    </td>
    <td className="due soft num">{work.due ?? "not set"}</td>
    <td className="sta">
      <Status shape={work.shown.shape} tone={work.shown.tone}>
        {work.shown.word}
      </Status>
    </td>
  </tr>
);

const Works = ({ id, title, works }: { id: string; title: string; works: readonly ShownWork[] }) => (
  <section aria-labelledby={id}>
    <h2 className="t2 mb-4" id={id}>
      {title}
    </h2>
    <Table caption={title} columns={columns} cards hover className="orders">
      {works.map((work) => (
        <Row key={work.id} work={work} />
      ))}
    </Table>
  </section>
);

/** A writer's offers and running work by the nearest deadline, what is handed over, and own old orders. */
export const WriterList = ({ desk }: { desk: ShownWritersDesk }) => (
  <main id="main" className="wrap dash">
    <div className="dash-head">
      <h1 className="d2">Your work</h1>
    </div>
    {desk.working.length > 0 ? (
      <Works id="working" title="Offers and running work" works={desk.working} />
    ) : (
      <section aria-label="Offers and running work">
        <Empty title="No work at the moment" art>
          The office offers you orders that fit your subjects. You get a mail for each.
        </Empty>
      </section>
    )}
    {desk.handedOver.length > 0 && <Works id="handed" title="Handed over" works={desk.handedOver} />}
    {desk.own.yourTurn.length > 0 && <Turns cards={desk.own.yourTurn} />}
    {desk.own.orders.length > 0 && <OrderTable title="Orders you placed" dashboard={desk.own} />}
  </main>
);
