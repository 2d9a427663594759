import { TermList, Timeline } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";
import { FilterChip, FilterTabs, Money, Pager, Table } from "#src/ui/table.tsx";
import { Part } from "./part.tsx";

const columns = [
  { key: "no", label: "No.", sorted: "descending" as const },
  { key: "title", label: "Order" },
  { key: "due", label: "Due" },
  { key: "status", label: "Status" },
  { key: "price", label: "Price", right: true },
];

const tabs = [
  { to: "?view=all", label: "All", count: 214, current: true },
  { to: "?view=open", label: "Open", count: 38 },
  { to: "?view=done", label: "Finished", count: 1760 },
];

const Row = ({ no, title }: { no: string; title: string }) => (
  <tr>
    <td className="num muted no">{no}</td>
    <td className="ti">
      <a className="title" href="#list">
        {title}
      </a>
      <span className="meta">Essay, History, 6 pages</span>
    </td>
    <td className="due soft num">Sun 15 March, 18:00</td>
    <td className="sta">
      <Status shape="clock">Waiting for payment</Status>
    </td>
    <td className="r pr">
      <Money cents={11250} />
    </td>
  </tr>
);

export const DesignLists = () => (
  <>
    <Part title="List, cards on phones">
      <FilterTabs label="Views" tabs={tabs} />
      <Table caption="Orders" columns={columns} cards hover className="orders">
        <Row no="7KQ2M4X" title="Causes of the 1848 revolutions in two cities" />
        <Row no="3TH8WQA" title="Sleep and memory in first-year students" />
      </Table>
      <Pager newer="?before=a" older="?after=b">
        2 orders on this page
      </Pager>
      <p className="mt-4">
        <FilterChip off="?" label="Remove filter: made in the last 7 days">
          Made: last 7 days
        </FilterChip>
      </p>
    </Part>
    <Part title="Timeline" wide="w5">
      <Timeline
        moments={[
          {
            key: "1",
            state: "done",
            title: "Order made, price locked",
            at: <time dateTime="2026-03-03T20:05Z">Tue 3 March, 20:05</time>,
          },
          { key: "2", state: "now", title: "Draft 1 is ready", note: "It is your turn: read it and decide." },
          { key: "3", state: "next", title: "Finished", note: "After you approve" },
        ]}
      />
    </Part>
    <Part title="Names and values" wide="w7">
      <TermList
        terms={[
          { key: "due", term: "Due", value: "Sun 15 March, 18:00" },
          { key: "price", term: "Price", value: <Money cents={150000} /> },
          { key: "credit", term: "Credit", value: <Money cents={-1170} /> },
        ]}
      />
    </Part>
  </>
);
