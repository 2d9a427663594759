import { describe, expect, test } from "vitest";
import { defaultMinimumLeadHours, defaultPricingTable } from "#src/modules/pricing/domain/default-table.ts";
import { startCalculation, toRaw } from "#src/modules/pricing/index.screens.ts";
import { makeQuote } from "#src/modules/pricing/index.ts";
import { findService, servicesSetting } from "./edited/services-now.ts";
import { addressOf, catalogue, type Family, families, familyNames } from "./index.ts";

const servicesIn = (family: Family) => catalogue.filter((one) => one.family === family);
const found = (family: Family, slug: string) => {
  const at = findService(servicesSetting.default, family, slug);
  return at && "service" in at ? at.service : undefined;
};

const now = new Date("2026-03-10T12:07:00Z");

describe("the catalogue of public services", () => {
  test("addresses are unique and made of small letters", () => {
    const addresses = catalogue.map(addressOf);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(new Set(catalogue.map(({ slug }) => slug)).size, "an order names a service by this alone").toBe(
      addresses.length,
    );
    for (const address of addresses) expect(address).toMatch(/^\/[a-z-]+\/[a-z-]+$/);
  });

  test("has the services that the footer names", () => {
    const named = ["research-papers", "dissertations", "business-reports"] as const;
    for (const slug of named) expect(found("non-technical-writing", slug)?.slug).toBe(slug);
    expect(found("technical-writing", "capstone-projects")?.name).toBe("Capstone projects");
  });

  test("every family has services, and its link leads to a page", () => {
    const addresses = ["/technical-writing", "/non-technical-writing", ...catalogue.map(addressOf)];
    for (const family of families) {
      expect(servicesIn(family).length).toBeGreaterThan(4);
      expect(addresses).toContain(familyNames[family].address);
    }
  });

  test("a service is found in its own family, in any case of letters", () => {
    expect(found("coursework", "LAW")?.slug).toBe("law");
    expect(found("quizzes-tests", "law")).toBeUndefined();
    expect(found("coursework", "__proto__")).toBeUndefined();
  });

  test.each(catalogue.map((service) => [addressOf(service), service] as const))(
    "%s says everything that its page needs",
    (_, service) => {
      const lists = [service.send, service.gets];
      for (const list of lists) expect(new Set(list).size).toBeGreaterThanOrEqual(3);
      expect(service.questions.length).toBeGreaterThan(0);
      expect(service.summary.length).toBeLessThanOrEqual(160);
      expect(JSON.stringify(service)).not.toMatch(/!|lorem|coming soon/i);
    },
  );

  test.each(catalogue.map((service) => [addressOf(service), service] as const))(
    "%s opens with a preset that has a price",
    (_, { preset }) => {
      const calculation = startCalculation(defaultPricingTable, preset, "Europe/Berlin");
      const quote = makeQuote(defaultPricingTable, toRaw(calculation, now), {
        mode: "form",
        now,
        minimumLeadHours: defaultMinimumLeadHours,
      });
      if (!quote.ok) throw new Error(JSON.stringify(quote.fields));
      expect(quote.value.totalCents).toBeGreaterThan(0);
      expect(quote.value.ignored).toEqual([]);
      expect(quote.value.notes).toEqual([]);
      expect(quote.value.input).toMatchObject({ service: preset.service });
    },
  );
});
