import { expect, test } from "vitest";
import { defaultMinimumLeadHours, defaultPricingTable } from "../domain/default-table.ts";
import { makeQuote, quoteAnswer } from "../domain/quote.ts";
import { toRawInput } from "../domain/quote-input.ts";
import { serviceNames, workLabels } from "../screens/field-labels.ts";
import { quoteDocument } from "./quote-document.ts";

const pricedAt = new Date("2026-03-10T12:00:00Z");
const id = "01a20739-b9db-7e19-9353-69478ed6e5ab";

const paper = (minutesLater: number, quoteMinutes?: number) => {
  const rules = { mode: "json", now: pricedAt, minimumLeadHours: defaultMinimumLeadHours, quoteMinutes } as const;
  const sent = {
    ...{ service: "non-technical", subject: "Psychology", pages: 5, citedSources: 6, spacing: "oneAndHalf" },
    ...{ deadline: "2026-03-13T00:00:00Z", deadlineZone: "Europe/Berlin" },
  };
  const quote = makeQuote(defaultPricingTable, sent, rules);
  if (!quote.ok) throw new Error(quote.message);
  const now = new Date(pricedAt.getTime() + minutesLater * 60_000);
  const answer = quoteAnswer(quote.value, { id, tableVersion: 3, now, closed: null });
  return quoteDocument(
    { answer, inputs: toRawInput(quote.value.input), pricedAt },
    {
      seller: { name: "Paperwright", address: "1 Quiet Street", email: "help@shop.test" },
      zone: "Europe/Berlin",
      labels: workLabels,
      serviceName: serviceNames["non-technical"],
      address: `https://shop.test/order?quote=${id}`,
    },
  );
};

test("a quote on paper has its number, its validity, the work, and each line with its reason", () => {
  const { title, notes, blocks, author } = paper(0);
  expect([title, author]).toEqual(["Quote Q-8ED6E5AB", "Paperwright"]);
  expect(notes.at(-1)).toBe("Valid until Tue 10 March 2026, 13:30 (Berlin, UTC+1)");
  const rows = blocks.flatMap((block) => ("right" in block ? [[block.text, block.right]] : []));
  expect(rows).toContainEqual(["Line spacing", "One and a half"]);
  expect(rows).toContainEqual(["Subject", "Psychology"]);
  expect(rows).toContainEqual(["Deadline", "Fri 13 March 2026, 01:00 (Berlin, UTC+1)"]);
  expect(rows).toContainEqual(["Words", "1,375"]);
  // (75 x 1.5 + 9) x 1.5
  expect(rows.at(-1)).toEqual(["Total, US dollars", "$182.25"]);
  expect(blocks.at(-1)?.text).toContain(`https://shop.test/order?quote=${id}`);
});

test("the validity is the setting's, and a quote that is over says so", () => {
  expect(paper(0, 120).notes.at(-1)).toContain("Valid until Tue 10 March 2026, 15:00");
  const over = paper(31);
  expect(over.notes.at(-1)).toContain("Was valid until Tue 10 March 2026, 13:30");
  expect(over.blocks.at(-1)?.text).toContain("we calculate it again and ask you before you pay");
});
