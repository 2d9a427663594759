import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endingOf, maskedAccount, methodErrors } from "./payout-method.ts";
import {
  coveredBy,
  frozenOf,
  isEarlyRun,
  nextPayoutDay,
  obstacleFor,
  pausedUntil,
  payoutNumber,
  rhythmLabel,
  sumOf,
} from "./payouts.ts";

const rhythm = { firstDay: "2026-01-05", everyWeeks: 2 };

describe("the days of payouts", () => {
  test.each([
    ["2025-12-01", "2026-01-05"],
    ["2026-01-05", "2026-01-05"],
    ["2026-01-06", "2026-01-19"],
    ["2026-03-02", "2026-03-02"],
    ["2026-03-12", "2026-03-16"],
    ["2026-12-31", "2027-01-04"],
  ])("on %s the next is %s", (today, next) => {
    expect(nextPayoutDay(rhythm, today)).toBe(next);
  });

  test.each([
    ["before the first day", "2025-12-20", null, true],
    ["on the day", "2026-01-19", "2026-01-19", false],
    ["after it, no run since", "2026-01-21", "2026-01-05", false],
    ["after it, no run ever", "2026-01-21", null, false],
    ["after the run of that day", "2026-01-21", "2026-01-19", true],
  ])("a run %s is early or not", (_when, today, lastRun, early) => {
    expect(isEarlyRun(rhythm, today, lastRun)).toBe(early);
  });

  test("the next day is never past and less than one round away", () => {
    const dates = fc.date({ min: new Date("2026-01-05"), max: new Date("2060-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(dates, fc.integer({ min: 1, max: 13 }), (date, everyWeeks) => {
        const today = date.toISOString().slice(0, 10);
        const next = nextPayoutDay({ ...rhythm, everyWeeks }, today);
        const days = (Date.parse(next) - Date.parse(today)) / 86_400_000;
        expect(days).toBeGreaterThanOrEqual(0);
        expect(days).toBeLessThan(everyWeeks * 7);
        expect(new Date(next).getUTCDay()).toBe(1);
      }),
    );
  });

  test("in words", () => {
    expect(rhythmLabel(rhythm)).toBe("every second Monday");
    expect(rhythmLabel({ ...rhythm, everyWeeks: 1 })).toBe("every Monday");
    expect(rhythmLabel({ firstDay: "2026-01-07", everyWeeks: 4 })).toBe("every 4 weeks, on a Wednesday");
  });
});

describe("who is in a run", () => {
  const good = { blocked: false, hasMethod: true, pausedUntil: null };
  const owed = (cents: number, frozen = false) => ({ orderId: "o", cents, frozen });
  test.each([
    [[owed(5)], good, null],
    [[owed(5), owed(-5)], good, "owes"],
    [[owed(-5)], good, "owes"],
    [[owed(5, true)], good, "frozen"],
    [[owed(5, true), owed(3)], good, null],
    [[owed(5, true), owed(3), owed(-3)], good, "frozen"],
    [[owed(5)], { ...good, blocked: true }, "blocked"],
    [[owed(5)], { ...good, hasMethod: false }, "no-method"],
    [[owed(5)], { ...good, pausedUntil: new Date() }, "method-new"],
  ] as const)("%#", (lines, payee, obstacle) => {
    const sums = { cents: sumOf(coveredBy(lines)), frozenCents: frozenOf(lines) };
    expect(obstacleFor(sums, payee)).toBe(obstacle);
  });

  test("frozen money waits, what is owed of a frozen order is set off", () => {
    expect(sumOf(coveredBy([owed(5, true), owed(-2, true), owed(7)]))).toBe(5);
  });

  test("a change waits to the hour; a first answer does not", () => {
    const at = new Date("2026-03-12T14:20:00Z");
    expect(pausedUntil(null, 72, at)).toBeNull();
    expect(pausedUntil(at, 72, new Date("2026-03-15T14:19:59Z"))).toEqual(new Date("2026-03-15T14:20:00Z"));
    expect(pausedUntil(at, 72, new Date("2026-03-15T14:20:00Z"))).toBeNull();
    expect(pausedUntil(at, 0, at)).toBeNull();
  });
});

describe("where the money goes", () => {
  const iban = { legalName: "Daniel Okafor", country: "PL", account: "PL61 1090 1014 0000 0712 1981 2874" };
  const method = { ...iban, kind: "bank", bankCode: "", bankName: "", currency: "USD", note: "" } as const;
  const plain = { ...method, account: "0012345678", bankCode: "021000021" };
  test.each([
    [method, []],
    [plain, []],
    [{ ...plain, bankCode: "BOFAUS3N" }, []],
    [{ ...plain, bankCode: "" }, ["bankCode"]],
    [{ ...plain, bankCode: "=1" }, ["bankCode"]],
    [{ ...method, account: "PL61 1090 1014 0000 0712 1981 2875" }, ["account"]],
    [{ ...method, account: "=SUM(A1)" }, ["account", "bankCode"]],
    [{ ...method, legalName: "D", country: "" }, ["legalName", "country"]],
  ])("%#", (given, wrong) => {
    expect(methodErrors(given).map(({ path }) => path)).toEqual(wrong);
  });

  test("is shown by its last four characters", () => {
    expect(maskedAccount(method)).toBe("PL•• •••• 2874");
    expect(maskedAccount({ kind: "bank", account: "00 1234-5678" })).toBe("•••• 5678");
    expect(endingOf({ kind: "bank", account: "00 1234-5678" })).toBe("5678");
    expect(payoutNumber(38)).toBe("PO-0038");
    expect(payoutNumber(123_456)).toBe("PO-123456");
  });
});
