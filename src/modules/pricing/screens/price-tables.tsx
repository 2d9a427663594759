import type { ReactNode } from "react";
import { decimal, multiply, toCents } from "#src/shared/decimal.ts";
import { formatUsd } from "#src/shared/money.ts";
import { Table } from "#src/ui/table.tsx";
import { type Named, orderTypes, type PricingTable, projectSizes, type Service } from "../index.ts";
import { testTypeLabel } from "./work-fields.tsx";

const usd = (...factors: readonly string[]): string => formatUsd(toCents(factors.map(decimal).reduce(multiply)));

type Tier = { readonly prices: readonly string[]; readonly names: readonly string[] };

/** One row for each price, the highest first, with the names that have it. */
const tiersOf = (list: Named, pricesOf: (value: string) => readonly string[]): readonly Tier[] =>
  [...Map.groupBy(list, ([, value]) => value)]
    .toSorted(([one], [other]) => Number(other) - Number(one))
    .map(([value, entries]) => ({ prices: pricesOf(value), names: entries.map(([name]) => name) }));

type TiersProps = {
  readonly caption: string;
  /** The names of the prices in a row. */
  readonly columns: readonly string[];
  /** What the names are. */
  readonly head: string;
  readonly tiers: readonly Tier[];
};

const Tiers = ({ caption, columns, head, tiers }: TiersProps) => (
  <Table
    caption={caption}
    className="tiers mt-4"
    columns={[...columns.map((column) => ({ key: column, label: column })), { key: head, label: head }]}
  >
    {tiers.map(({ prices, names }) => (
      <tr key={names[0]}>
        {columns.map((column, at) => (
          <td key={column} className="r" data-label={column} translate="no">
            {prices[at]}
          </td>
        ))}
        <td className="names text-pretty text-ink-2">{names.join(", ")}</td>
      </tr>
    ))}
  </Table>
);

type FactorsProps = { readonly title: string; readonly list: Named };

/** What multiplies the price: each name with its factor. */
const Factors = ({ title, list }: FactorsProps) => (
  <div className="grid grid-cols-1 gap-x-4 gap-y-2 border-b border-rule py-3.5 md:grid-cols-[7rem_minmax(0,1fr)]">
    <dt className="leading-8 font-semibold">{title}</dt>
    <dd>
      <ul className="flex flex-wrap gap-x-2 gap-y-1">
        {list.map(([name, value]) => (
          <li key={name} className="rounded-xs border border-rule-strong px-2.5 py-[3px] text-[1rem]/6">
            {name} <b className="num nowrap ml-1 font-semibold" translate="no">{`× ${value}`}</b>
          </li>
        ))}
      </ul>
    </dd>
  </div>
);

const factorsClass = "mt-6 border-t border-rule-strong";

const orderTypeNames = { writing: "Writing", editing: "Editing", proofreading: "Proofreading" } as const;

const Papers = ({ table: { nonTech } }: { table: PricingTable }) => (
  <Tiers
    caption="Price of a page"
    columns={orderTypes.map((type) => orderTypeNames[type])}
    head="Subjects"
    tiers={tiersOf(nonTech.subjects, (rate) =>
      orderTypes.map((type) => usd(rate, nonTech.orderType[type], nonTech.spacing.double)),
    )}
  />
);

const sizeNames = { "extra-small": "Extra small", small: "Small", medium: "Medium", large: "Large" } as const;

const Programming = ({ table: { technical } }: { table: PricingTable }) => {
  const { projectSize, projectType } = technical.programming;
  return (
    <>
      <Tiers
        caption="Price of each size"
        columns={["Price"]}
        head="Size"
        tiers={projectSizes.map((size) => ({ prices: [usd(projectSize[size])], names: [sizeNames[size]] }))}
      />
      <dl className={factorsClass}>
        <Factors title="Kind of project" list={projectType} />
      </dl>
    </>
  );
};

const Calculations = ({ table: { technical } }: { table: PricingTable }) => {
  const { course, software, baseMultiplier } = technical.calculations;
  return (
    <>
      <Tiers
        caption="Price of one task by course"
        columns={["One task"]}
        head="Courses"
        tiers={tiersOf(course, (rate) => [usd(rate, baseMultiplier)])}
      />
      <dl className={factorsClass}>
        <Factors title="Software" list={software} />
      </dl>
    </>
  );
};

const groupNames = { standard: "Standard", premium: "Premium", high: "High" } as const;
const groups = ["standard", "premium", "high"] as const;

const Tests = ({ table: { quizTests } }: { table: PricingTable }) => (
  <>
    <div className="tier3">
      {groups.map((group) => (
        <section key={group} aria-label={groupNames[group]}>
          <h3 className="text-sm/5 font-semibold text-ink-3">{groupNames[group]}</h3>
          <p className="num font-serif text-[2rem]/10 font-[460] tracking-[-0.015em]" translate="no">
            {usd(quizTests.tiers[group].price)}
          </p>
          <p className="mt-2 text-[1rem]/6 text-pretty text-ink-2">{quizTests.tiers[group].subjects.join(", ")}</p>
        </section>
      ))}
    </div>
    <dl className={factorsClass}>
      <Factors
        title="Difficulty"
        list={Object.entries(quizTests.difficulty).map(([name, value]) => [testTypeLabel(name), value])}
      />
      <Factors title="Type" list={quizTests.testType.map(([name, value]) => [testTypeLabel(name), value])} />
    </dl>
  </>
);

type Show = (props: { table: PricingTable }) => ReactNode;

const tables: Readonly<Record<Service, { title: string; note: string; Show: Show }>> = {
  "non-technical": {
    title: "What a page costs",
    note: "Prices in US dollars for one page of 275 words, double spaced, with the latest deadline. Your level of study does not change the price.",
    Show: Papers,
  },
  technical: {
    title: "What a page costs",
    note: "Prices in US dollars for one page of 275 words, double spaced, with the latest deadline.",
    Show: ({ table }) => (
      <Tiers
        caption="Price of a page"
        columns={["A page"]}
        head="Subjects"
        tiers={tiersOf(table.technical.writing.subjects, (rate) => [usd(rate)])}
      />
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
      <Tiers
        caption="Price of a course"
        columns={["A course"]}
        head="Subjects"
        tiers={tiersOf(table.coursework.subjects, (price) => [usd(price)])}
      />
    ),
  },
  quiz: {
    title: "What a quiz costs",
    note: "One fixed price in every subject, in US dollars. The deadline does not change it.",
    Show: ({ table }) => (
      <Tiers
        caption="Price of a quiz"
        columns={["A quiz"]}
        head="Subjects"
        tiers={[{ prices: [usd(table.quizTests.quiz)], names: ["Every subject"] }]}
      />
    ),
  },
  test: {
    title: "What a test costs",
    note: "Three prices, in US dollars. Difficulty and type then change the price; the deadline does not.",
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
      <p className="soft mt-2 max-w-152">{note}</p>
      <Show table={table} />
    </section>
  );
};
