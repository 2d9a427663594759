import type { ReactNode } from "react";
import { decimal, multiply, toCents } from "#src/shared/decimal.ts";
import { formatUsd } from "#src/shared/money.ts";
import { Table } from "#src/ui/table.tsx";
import { type Named, orderTypes, type PricingTable, projectSizes, type Service } from "../index.ts";
import { testTypeLabel } from "./work-fields.tsx";

const usd = (...factors: readonly string[]): string => formatUsd(toCents(factors.map(decimal).reduce(multiply)));

type Cell = { readonly column: string; readonly text: string };
type Row = { readonly name: string; readonly cells: readonly Cell[] };
type List = {
  readonly caption: string;
  readonly head: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
};

const row = (name: string, columns: readonly string[], texts: readonly string[]): Row => ({
  name,
  cells: columns.map((column, at) => ({ column, text: texts[at] ?? "" })),
});

const RateTable = ({ caption, head, columns, rows }: List) => (
  <Table
    caption={caption}
    className="rates"
    tight
    columns={[{ key: head, label: head }, ...columns.map((column) => ({ key: column, label: column, right: true }))]}
  >
    {rows.map(({ name, cells }) => (
      <tr key={name}>
        <td>{name}</td>
        {cells.map(({ column, text }, at) => (
          <td key={column} className={at === 0 ? "r" : "r soft"} translate="no">
            {text}
          </td>
        ))}
      </tr>
    ))}
  </Table>
);

/** A long list in two columns; on phones one under the other. */
const Halves = (list: List) => {
  const middle = Math.ceil(list.rows.length / 2);
  return (
    <div className="rates-2">
      <RateTable {...list} caption={`${list.caption}, first half`} rows={list.rows.slice(0, middle)} />
      <RateTable {...list} caption={`${list.caption}, second half`} rows={list.rows.slice(middle)} />
    </div>
  );
};

const SideBySide = ({ children }: { children: ReactNode }) => <div className="rates-2 apart">{children}</div>;

const orderTypeNames = { writing: "Writing", editing: "Editing", proofreading: "Proofreading" } as const;

const paperRows = ({ nonTech }: PricingTable): List => {
  const columns = orderTypes.map((type) => orderTypeNames[type]);
  const rows = nonTech.subjects.map(([name, rate]) =>
    row(
      name,
      columns,
      orderTypes.map((type) => usd(rate, nonTech.orderType[type], nonTech.spacing.double)),
    ),
  );
  return { caption: "Price of a page", head: "Subject", columns, rows };
};

const rates = (caption: string, head: string, column: string, list: Named, text: (value: string) => string): List => ({
  caption,
  head,
  columns: [column],
  rows: list.map(([name, value]) => row(name, [column], [text(value)])),
});

const factor = (value: string): string => `× ${value}`;

const sizeNames = { "extra-small": "Extra small", small: "Small", medium: "Medium", large: "Large" } as const;

const Programming = ({ table: { technical } }: { table: PricingTable }) => {
  const { projectSize, projectType } = technical.programming;
  const sizes = projectSizes.map((size) => [sizeNames[size], projectSize[size]] as const);
  return (
    <SideBySide>
      <RateTable {...rates("Price of each size", "Size", "Price", sizes, usd)} />
      <RateTable {...rates("Factor of each kind of project", "Kind of project", "Factor", projectType, factor)} />
    </SideBySide>
  );
};

const Calculations = ({ table: { technical } }: { table: PricingTable }) => {
  const { course, software, baseMultiplier } = technical.calculations;
  return (
    <SideBySide>
      <RateTable
        {...rates("Price of one task by course", "Course", "One task", course, (rate) => usd(rate, baseMultiplier))}
      />
      <RateTable {...rates("Factor of each software", "Software", "Factor", software, factor)} />
    </SideBySide>
  );
};

const Tests = ({ table: { quizTests } }: { table: PricingTable }) => {
  const { standard, premium, high } = quizTests.tiers;
  const subjects = [standard, premium, high].flatMap((tier) =>
    tier.subjects.map((name) => [name, tier.price] as const),
  );
  const kinds = quizTests.testType.map(([name, value]) => [testTypeLabel(name), value] as const);
  const levels = Object.entries(quizTests.difficulty).map(([name, value]) => [testTypeLabel(name), value] as const);
  return (
    <>
      <Halves {...rates("Price by subject", "Subject", "Price", subjects, usd)} />
      <SideBySide>
        <RateTable {...rates("Factor of each kind of test", "Kind of test", "Factor", kinds, factor)} />
        <RateTable {...rates("Factor of each difficulty", "Difficulty", "Factor", levels, factor)} />
      </SideBySide>
    </>
  );
};

type Show = (props: { table: PricingTable }) => ReactNode;

const tables: Readonly<Record<Service, { title: string; note: string; Show: Show }>> = {
  "non-technical": {
    title: "What a page costs",
    note: "Prices in US dollars for one page of 275 words, double spaced, with the latest deadline. Your level of study does not change the price.",
    Show: ({ table }) => <Halves {...paperRows(table)} />,
  },
  technical: {
    title: "What a page costs",
    note: "Prices in US dollars for one page of 275 words, double spaced, with the latest deadline.",
    Show: ({ table }) => (
      <Halves {...rates("Price of a page", "Subject", "Page", table.technical.writing.subjects, usd)} />
    ),
  },
  programming: {
    title: "What a project costs",
    note: "The price of the size, times the factor of the kind, with the latest deadline. In US dollars.",
    Show: Programming,
  },
  calculations: {
    title: "What a task costs",
    note: "The price of one task in your course, times the factor of the software, with the latest deadline. In US dollars.",
    Show: Calculations,
  },
  coursework: {
    title: "What a course costs",
    note: "One price for one course, in US dollars. The deadline does not change it.",
    Show: ({ table }) => (
      <Halves {...rates("Price of a course", "Subject", "Course", table.coursework.subjects, usd)} />
    ),
  },
  quiz: {
    title: "What a quiz costs",
    note: "One fixed price in every subject, in US dollars. The deadline does not change it.",
    Show: ({ table }) => (
      <RateTable {...rates("Price of a quiz", "Work", "Price", [["Quiz, any subject", table.quizTests.quiz]], usd)} />
    ),
  },
  test: {
    title: "What a test costs",
    note: "The price of the subject, times the factors of kind and difficulty. In US dollars. The deadline does not change it.",
    Show: Tests,
  },
};

/** The whole price table of a service with its title. */
export const PriceTable = ({ service, table }: { service: Service; table: PricingTable }) => {
  const { title, note, Show } = tables[service];
  return (
    <section aria-labelledby="prices">
      <h2 className="t1" id="prices">
        {title}
      </h2>
      <p className="soft">{note}</p>
      <Show table={table} />
    </section>
  );
};
