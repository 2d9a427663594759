import { expect, test } from "vitest";
import { type Law, lawNotes, lawSetting, openChoices, type Sold, soldIn } from "./law.ts";
import { offers, shopSetting } from "./settings.ts";

const shop = shopSetting.default;
const standard = { law: lawSetting.default, shop };
const choosing = (choice: "sell" | "tutoring" | "off"): Law => {
  const { GB, AU } = lawSetting.default;
  const services = Object.fromEntries(offers.map((offer) => [offer, choice])) as Law["GB"]["services"];
  return { GB: { ...GB, services }, AU };
};

test("what the operator has not chosen is off, practice papers are sold, and other countries have no such choice", () => {
  const sold = offers.filter((offer) => soldIn("GB", offer, standard) === "sell");
  expect(sold).toEqual(["quiz", "test"]);
  expect(offers.filter((offer) => soldIn("AU", offer, standard) === "sell")).toEqual(sold);
  expect(offers.filter((offer) => soldIn("IE", offer, standard) === "sell")).toEqual([...offers]);
  expect(openChoices(lawSetting.default)).toBe(12);
  expect(openChoices(choosing("sell"))).toBe(6);
});

test.each<["sell" | "tutoring" | "off", Sold]>([
  ["sell", "sell"],
  ["tutoring", "tutoring"],
  ["off", "off"],
])("a choice counts for its country: %s", (choice, sold) => {
  const rules = { law: choosing(choice), shop };
  expect(soldIn("GB", "technical", rules)).toBe(sold);
  expect(soldIn("AU", "technical", rules)).toBe("off");
});

test("a service that is switched off in the country stays off whatever was chosen for its law", () => {
  const off = [{ service: "technical" as const, countries: ["GB"] }];
  expect(soldIn("GB", "technical", { law: choosing("sell"), shop: { ...shop, off } })).toBe("off");
});

test("the form names the law of England, and what can be ordered instead", () => {
  const [gb, au] = lawNotes("technical", standard).notes;
  expect(gb?.law).toMatch(/^In England the law/);
  expect(gb?.message).toBe(
    "We do not offer this service in the United Kingdom. You can order a practice paper with worked solutions.",
  );
  expect(au?.message).toMatch(/^We do not offer this service in Australia\./);
  expect(lawNotes("technical", standard).tutoringIn).toBe("");
});

test("tutoring is said with what it gives, and the form sends back where it said so", () => {
  const { notes, tutoringIn } = lawNotes("technical", { law: choosing("tutoring"), shop });
  expect(tutoringIn).toBe("GB");
  expect(notes[0]?.message).toMatch(/tutoring only.*no text to hand in\.$/s);
  expect(notes[0]?.tone).toBe("warn");
  expect(lawNotes("technical", { law: choosing("off"), shop }).notes[0]?.message).not.toMatch(/practice paper/);
});
