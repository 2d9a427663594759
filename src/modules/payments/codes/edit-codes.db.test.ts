import { describe, expect, test } from "vitest";
import { essayCents, must, person } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { paymentsFixture } from "../payments-fixture.testing.ts";
import { codesIn } from "./codes.testing.ts";
import { changeCode, makeCode } from "./edit-codes.ts";
import { promotionCodeList, promotionCodePage } from "./list-codes.ts";

const runtime = await paymentsFixture();
const { stageOf, coded } = codesIn(runtime);
const price = essayCents;
const off = 1_260;
const net = price - off;

describe("codes are made by admins with prices", () => {
  const form = { code: "spring 5", kind: "percent", percent: "5" };
  const asAdmin = () => ctxFor(runtime, person(3));

  test("nobody else learns that there are any", async () => {
    for (const viewer of [person(), person(2), person(3, { capabilities: ["money", "orders"] })]) {
      const ctx = ctxFor(runtime, viewer);
      expect(await makeCode(ctx, form)).toMatchObject({ code: "not-found" });
      expect(await promotionCodeList(ctx, {})).toMatchObject({ code: "not-found" });
    }
  });

  test("a sign-in that is not fresh makes none, and changes none; it may end one", async () => {
    const stale = ctxFor(runtime, person(3, { freshAt: null }));
    expect(await makeCode(stale, form)).toMatchObject({ code: "step-up" });
  });

  test("a name once, whoever writes it how", async () => {
    must(await makeCode(asAdmin(), form));
    const again = await makeCode(asAdmin(), { ...form, code: "SPRING5" });
    expect(again).toMatchObject({ code: "invalid", fields: [{ path: "code" }] });
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ["no name", { code: "" }, ["code"]],
    ["a name with signs", { code: "A+B" }, ["code"]],
    ["no percent", { percent: "" }, ["percent"]],
    ["a percent above 100", { percent: "101" }, ["percent"]],
    [
      "decimal commas",
      { kind: "fixed", amount: "7,50", minimum: "0,50", mostUses: "1,5" },
      ["amount", "minimum", "mostUses"],
    ],
    ["no amount", { kind: "fixed" }, ["amount"]],
    ["an amount of nothing", { kind: "fixed", amount: "0" }, ["amount"]],
    ["words", { minimum: "much", cap: "more", mostUses: "some" }, ["cap", "minimum", "mostUses"]],
    ["days that are none", { fromDate: "2026-02-30", untilTime: "12:00" }, ["fromDate", "untilDate"]],
    ["an end before the beginning", { fromDate: "2026-06-02", untilDate: "2026-06-01" }, ["untilDate"]],
    ["more by one than by all", { mostUses: "2", mostPerPerson: "3" }, ["mostPerPerson"]],
  ])("%s is refused at its field", async (_, fields, wrong) => {
    const refused = await makeCode(asAdmin(), { ...form, code: "WRONG-1", ...fields });
    expect(refused.ok ? [] : refused.fields?.map(({ path }) => path)).toEqual(wrong);
  });

  test("of two admins who change one, the second sees the first one's change; orders keep its earlier terms", async () => {
    const mine = await coded();
    const listed = must(await promotionCodeList(asAdmin(), {}));
    const { id = "", version: seen = 0 } = listed.rows.find(({ code }) => code === mine.code) ?? {};
    const { code: _, ...fields } = form;
    must(await changeCode(asAdmin(), { ...fields, id, seen }));
    expect(await changeCode(asAdmin(), { ...fields, percent: "7", id, seen })).toMatchObject({ code: "conflict" });
    const page = must(await promotionCodePage(asAdmin(), { codeId: id }));
    expect(page).toMatchObject({ percent: 5, uses: 1, users: [{ orderId: mine.orderId, state: "kept" }] });
    expect(await stageOf(mine)).toMatchObject({ cents: net });
  });

  test("are listed by pages, and found by any part or by a beginning that a client may type", async () => {
    const made: string[] = [];
    for (let at = 10; at < 62; at += 1) {
      const code = `AUTUMN-${at}X`;
      must(await makeCode(asAdmin(), { ...form, code }));
      made.push(code);
    }
    const codesOf = async (asked: object) => {
      const page = must(await promotionCodeList(asAdmin(), asked));
      return { ...page, codes: page.rows.map(({ code }) => code) };
    };
    const first = await codesOf({ search: "autumn" });
    expect(first.codes).toEqual(made.toReversed().slice(0, 50));
    const second = await codesOf({ search: "autumn", older: first.older });
    expect([second.codes, second.older]).toEqual([["AUTUMN-11X", "AUTUMN-10X"], null]);
    expect((await codesOf({ search: "autumn", newer: second.newer })).codes).toEqual(first.codes);
    for (const search of ["61x", "61x autumn", "tumn-61x", "\uff21utumn \uff16\uff11x", " autumn - 61x "])
      expect([search, (await codesOf({ search })).codes]).toEqual([search, ["AUTUMN-61X"]]);
    for (const search of ["winter", "%", "autumn_61x"]) {
      const { codes } = await codesOf({ search });
      expect([search, codes]).toEqual([search, search === "autumn_61x" ? ["AUTUMN-61X"] : []]);
    }
  });
});
