import { expect, test } from "vitest";
import { defaultPricingTable } from "./default-table.ts";
import { fromPrices } from "./from-prices.ts";
import type { PricingTable } from "./tables.ts";

test("the lowest prices of the standard table", () => {
  expect(fromPrices(defaultPricingTable)).toEqual({
    essayPage: 1200,
    editingPage: 840,
    proofreadingPage: 600,
    coursework: 100000,
    technicalPage: 1600,
    programming: { sizes: 4, least: 3500, most: 20000 },
    calculations: 3200,
    quiz: 1500,
    test: 2700,
  });
});

test("they follow the table: rates, factors and the cheapest deadline", () => {
  const { nonTech, technical, quizTests } = defaultPricingTable;
  const changed: PricingTable = {
    ...defaultPricingTable,
    nonTech: { ...nonTech, subjects: [["Arts", "9.99"]], deadlineDays: { upTo: [[1, "2"]], beyond: "1.5" } },
    technical: {
      ...technical,
      programming: {
        ...technical.programming,
        projectSize: { ...technical.programming.projectSize, large: "9", medium: "1000" },
      },
      calculations: { ...technical.calculations, baseMultiplier: "3" },
    },
    quizTests: { ...quizTests, default: "10" },
  };
  expect(fromPrices(changed)).toMatchObject({
    essayPage: 1499,
    editingPage: 1049,
    programming: { sizes: 4, least: 900, most: 100000 },
    calculations: 4800,
    test: 900,
  });
});
