import { useState } from "react";
import { percentOf } from "#src/shared/money.ts";
import { readCount } from "#src/shared/typed-values.ts";
import { Button } from "#src/ui/button.tsx";
import { DeadlineSteps, Segmented } from "#src/ui/choices.tsx";
import { Corrected } from "#src/ui/corrected-sum.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { Select } from "#src/ui/inputs.tsx";
import { PriceBar } from "#src/ui/price-bar.tsx";
import {
  type BreakdownLine,
  BreakdownLines,
  BreakdownNote,
  BreakdownTotal,
  Docket,
  PriceBreakdown,
} from "#src/ui/price-breakdown.tsx";
import { Stepper } from "#src/ui/stepper.tsx";
import { Part } from "./part.tsx";

const factors = [
  { value: "24", label: "24 hours", note: "× 2", times: 200 },
  { value: "48", label: "2 days", note: "× 1.75", times: 175 },
  { value: "72", label: "3 days", note: "× 1.5", times: 150 },
  { value: "120", label: "5 days", note: "× 1.25", times: 125 },
  { value: "168", label: "7 days", note: "× 1.1", times: 110 },
  { value: "more", label: "8 days +", note: "× 1", times: 100 },
];

const linesOf = (pages: number, times: number): { lines: BreakdownLine[]; total: number } => {
  const work = pages * 1500;
  const before = work + 900;
  const total = percentOf(before, times);
  return {
    total,
    lines: [
      {
        key: "work",
        label: `Writing, ${pages} pages`,
        cents: work,
        amount: true,
        why: `Psychology: $15.00 a page, ${pages} × $15.00`,
      },
      { key: "spacing", label: "Double spacing", cents: 0 },
      { key: "sources", label: "6 cited sources", cents: 900, why: "$1.50 for each source" },
      { key: "before", label: "Price before deadline", cents: before, sub: true },
      { key: "deadline", label: "Deadline", cents: total - before, why: `× ${times / 100}` },
    ],
  };
};

const Live = () => {
  const [pages, setPages] = useState("5");
  const [deadline, setDeadline] = useState("168");
  const times = factors.find(({ value }) => value === deadline)?.times ?? 100;
  const typed = readCount(pages, { least: 1, most: 500 });
  const { lines, total } = linesOf(typed.ok ? typed.value : 1, times);
  return (
    <>
      <div id="calculator">
        <Docket
          breakdown={
            <PriceBreakdown aside="Essay, 1,375 words" id="slip">
              <BreakdownLines lines={lines} />
              <BreakdownTotal cents={total} state="live" />
              <Button block id="slip-button" type="button">
                Continue with this price
              </Button>
              <BreakdownNote>With 8 days or more, this order is $84.00. You save $8.40.</BreakdownNote>
            </PriceBreakdown>
          }
        >
          <FieldGroup name="kind" label="What do you need?">
            <Segmented
              defaultValue="writing"
              choices={[
                { value: "writing", label: "Writing", note: "new text" },
                { value: "editing", label: "Editing", note: "your draft, improved" },
                { value: "proofreading", label: "Proofreading", note: "your draft, corrected" },
              ]}
            />
          </FieldGroup>
          <div className="trio">
            <Field name="pages" label="Pages" help="275 words each">
              <Stepper unit="page" min={1} max={500} value={pages} onValue={setPages} />
            </Field>
            <Field name="sources" label="Cited sources">
              <Stepper unit="source" min={0} max={500} defaultValue={0} />
            </Field>
            <FieldGroup name="spacing" label="Line spacing">
              <Segmented
                defaultValue="double"
                choices={[
                  { value: "single", label: "Single" },
                  { value: "oneAndHalf", label: "1.5" },
                  { value: "double", label: "Double" },
                ]}
              />
            </FieldGroup>
          </div>
          <FieldGroup name="deadline" label="Deadline" hint="A later deadline costs less.">
            <DeadlineSteps choices={factors} value={deadline} onValue={setDeadline} />
          </FieldGroup>
          <p className="small soft pick-foot">One page is 275 words.</p>
        </Docket>
      </div>
      <PriceBar cents={total} href="#slip" link="See the 5 lines" within="calculator" unless="slip-button">
        <Button type="button">Continue</Button>
      </PriceBar>
    </>
  );
};

const fixed = linesOf(5, 110);
const blank: BreakdownLine[] = ["The work", "Line spacing", "Deadline"].map((label) => ({
  key: label,
  label,
  cents: null,
}));

export const DesignSlips = () => (
  <>
    <Part title="Docket and live price" aside="change the pages or the deadline">
      <Live />
    </Part>
    <Part title="Price correction, 280 ms" wide="w7">
      <div className="corr-demo">
        <div>
          <small>before</small>
          <b>$92.40</b>
        </div>
        <div>
          <small>at the change</small>
          <b className="mid">
            <Corrected from={9240} to={10500} />
          </b>
        </div>
        <div>
          <small>settled</small>
          <b>$105.00</b>
        </div>
      </div>
    </Part>
    <Part title="Recalculated, large" wide="w5">
      <PriceBreakdown title="New total" level={3}>
        <BreakdownTotal cents={1234500} was={998000} />
        <BreakdownNote>Prices have changed since you chose this. Nothing is charged before you confirm.</BreakdownNote>
      </PriceBreakdown>
    </Part>
    <Part title="Not started" wide="w4">
      <PriceBreakdown aside="Not started" level={3}>
        <BreakdownLines lines={blank} />
        <BreakdownTotal cents={null} />
      </PriceBreakdown>
    </Part>
    <Part title="Locked, it stands" wide="w4">
      <PriceBreakdown aside="No. 7KQ2M4X" level={3}>
        <BreakdownLines lines={fixed.lines.slice(0, 3)} />
        <BreakdownTotal cents={fixed.total} state="stet" />
        <BreakdownNote mark="stet">
          <b>Price locked until Wed 11 March, 21:40.</b> It stays as it is, even if prices change today.
        </BreakdownNote>
      </PriceBreakdown>
    </Part>
    <Part title="Tall docket, paid" wide="w4">
      <Docket
        tall
        breakdown={
          <PriceBreakdown aside="No. 7KQ2M4X" level={3}>
            <BreakdownTotal cents={fixed.total} label="Paid" />
          </PriceBreakdown>
        }
      >
        <Field name="tall-subject" label="Subject">
          <Select choices={[{ value: "p", label: "Philosophy" }]} />
        </Field>
      </Docket>
    </Part>
  </>
);
