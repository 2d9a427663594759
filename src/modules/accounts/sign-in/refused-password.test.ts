import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, test } from "vitest";
import { demoPassword } from "../domain/demo-accounts.ts";
import { shortestWithFactor } from "../domain/password.ts";
import { refusedPassword } from "./refused-password.ts";

const own = { name: "Linh Tran", email: "linh@people.test" };
const site = (mode: "demo" | "real") => ({
  mode,
  config: { baseUrl: new URL("https://shop.test") } as Parameters<typeof refusedPassword>[0]["config"],
});
const refused = (password: string, least?: number) => refusedPassword(site("real"), password, own, least);

test("the list has 10,000 passwords and more, and what is drawn from it is refused", async () => {
  const listed = dictionary["passwords-common"].filter((one) => one.length >= shortestWithFactor);
  expect(listed.length).toBeGreaterThan(10_000);
  const drawn = listed.filter((_, at) => at % 250 === 0);
  const taken = await Promise.all(
    drawn.map(async (one) => ((await refused(one, shortestWithFactor)) === null ? one : null)),
  );
  expect(taken.filter((one) => one !== null)).toEqual([]);
});

describe("a listed password", () => {
  test.each([
    "mistress2847561029",
    "1995mistress28475610",
    "MistressMistress",
    "Mistress-mistress-2026",
    "mistress1mistress1",
    "Mistress!!!!!!!!2026",
  ])("made longer is refused: %j", async (password) => expect(await refused(password)).toContain("Many people"));

  test.each(["mistress", "MISTRESS", "trustno1"])(
    "is refused as it stands, with a second factor: %j",
    async (password) => expect(await refused(password, shortestWithFactor)).toContain("Many people"),
  );

  test.each(["my mistress reads Tacitus", "mistress of the seven seas", "tomato river lamps"])(
    "in a sentence is taken: %j",
    async (password) => expect(await refused(password)).toBeNull(),
  );

  test("of eight characters is compared exactly where a second factor stands beside it", async () => {
    expect(await refused("mistress84", shortestWithFactor)).toBeNull();
  });
});

test("the published password of the demo is refused in a real installation alone", async () => {
  for (const password of [demoPassword, "Paper Boat in the Rain!"]) {
    expect(await refused(password)).toContain("Many people");
    expect(await refusedPassword(site("demo"), password, own)).toBeNull();
  }
});
