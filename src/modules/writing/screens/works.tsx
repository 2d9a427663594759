import { Link } from "react-router";
import { NewMessages } from "#src/ui/new-messages.tsx";
import { Status, TagMark } from "#src/ui/status.tsx";
import { type Column, Money, Table } from "#src/ui/table.tsx";
import { serviceNameOf, workLabel } from "./offers.tsx";
import type { ShownWork } from "./workspace.server.ts";

const columns: readonly Column[] = [
  { key: "due", label: "Your deadline" },
  { key: "order", label: "Order" },
  { key: "status", label: "State" },
  { key: "pay", label: "For you", right: true },
];

const Due = ({ work: { due, status, review } }: { work: ShownWork }) => {
  if (review)
    return (
      <>
        <span className="left">With the client</span>
        <span className="meta">{review.until ? `until ${review.until}` : "until it is opened"}</span>
      </>
    );
  if (status === "on_hold")
    return (
      <>
        <span className="left">Paused</span>
        {due && <span className="meta">{`was ${due.at}`}</span>}
      </>
    );
  if (!due) return <span className="muted">not set</span>;
  if (status !== "in_progress" && status !== "revision_requested") return <span className="soft">{due.at}</span>;
  return (
    <>
      {due.soon ? (
        <Status shape={due.late ? "alert" : "clock"} tone={due.late ? "bad" : "warn"}>
          {due.left}
        </Status>
      ) : (
        <span className="left">{due.left}</span>
      )}
      <span className="meta">{due.at}</span>
    </>
  );
};

/** A writer's orders: time left, the work, its state, the pay. */
export const Works = ({ title, works }: { title: string; works: readonly ShownWork[] }) => (
  <Table caption={title} columns={columns} cards className="mywork">
    {works.map((work) => (
      <tr key={work.id}>
        <td className="d num">
          <Due work={work} />
        </td>
        <td className="t">
          <Link className="title wrap-anywhere" to={`/dashboard/orders/${work.id}`}>
            {work.title}
          </Link>
          <span className="meta">{`${work.number}, ${workLabel({ ...work, serviceName: serviceNameOf(work.service) })}`}</span>
          {work.test && <TagMark>test</TagMark>}
          <NewMessages orderId={work.id} count={work.unread} />
        </td>
        <td className="s">
          <Status shape={work.shown.shape} tone={work.shown.tone}>
            {work.shown.text}
          </Status>
          {work.note && <span className="meta">{work.note}</span>}
        </td>
        <td className="r p num">{work.payCents === null ? "not set" : <Money cents={work.payCents} />}</td>
      </tr>
    ))}
  </Table>
);
