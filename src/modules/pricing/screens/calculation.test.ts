import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultPricingTable } from "../domain/default-table.ts";
import { fieldsOf, type Service, services } from "../index.ts";
import {
  type Calculation,
  fromQuery,
  proposedDeadline,
  serviceTabs,
  startCalculation,
  toRaw,
  typedDeadline,
  withTypedDeadline,
} from "./calculation.ts";

const now = new Date("2026-03-10T12:07:00Z");
const start = (service: Service = "non-technical"): Calculation =>
  startCalculation(defaultPricingTable, { service }, "UTC");

const text = fc.string({ maxLength: 60 });
const when = fc.oneof(
  fc.record({ hours: fc.integer({ min: 0, max: 9999 }).map(String), date: fc.constant(""), time: fc.constant("") }),
  fc.record({
    hours: fc.constant("168"),
    date: fc.constantFrom("2026-03-15", "nonsense"),
    time: fc.constantFrom("18:00", ""),
  }),
);
const calculation = fc.record({
  service: fc.constantFrom(...services),
  answer: text,
  when,
  zone: fc.constantFrom("UTC", "Asia/Tokyo"),
});

const filled = (service: Service, answer: string): Calculation["work"] => ({
  ...start().work,
  [service]: Object.fromEntries(
    fieldsOf[service].filter((field) => !field.startsWith("deadline")).map((field) => [field, answer]),
  ),
});

/** What the form without scripts sends: the fields of the service, and the deadline as hours or as date, time, zone. */
const toQuery = ({ service, work, when }: Calculation): URLSearchParams => {
  const query = new URLSearchParams({ service });
  for (const field of fieldsOf[service].filter((one) => !one.startsWith("deadline")))
    query.set(field, work[service][field] ?? "");
  if (when.date || when.time) {
    query.set("deadlineDate", when.date);
    query.set("deadlineTime", when.time);
  } else query.set("hours", when.hours);
  query.set("deadlineZone", when.zone);
  return query;
};

describe("what the calculator holds", () => {
  test("has a tab for every priced service", () => {
    expect([...serviceTabs].sort()).toEqual([...services].sort());
  });

  test("survives the way through an address, whatever was typed", () => {
    fc.assert(
      fc.property(calculation, ({ service, answer, when: typed, zone }) => {
        const held: Calculation = { service, work: filled(service, answer), when: { ...typed, zone } };
        const query = new URLSearchParams(toQuery(held).toString());
        expect(fromQuery(query, start(service))).toEqual(held);
      }),
    );
  });

  test.each(["", "½", "\r\n\r\n", "Europe/Nowhere", "+02:00"])("keeps its zone when %j is no zone", (zone) => {
    const read = fromQuery(new URLSearchParams({ deadlineZone: zone }), start("technical"));
    expect(read.when.zone).toBe(start("technical").when.zone);
    expect(() => toRaw(read, new Date("2026-03-10T12:00:00Z"))).not.toThrow();
  });

  test("keeps what the address does not say, and its service when the address names an unknown one", () => {
    const held = fromQuery(new URLSearchParams("service=__proto__&pages=9"), start("technical"));
    expect(held.service).toBe("technical");
    expect(held.work.technical).toMatchObject({ pages: "9", spacing: "double", subject: "Engineering" });
  });

  test("a typed date wins over the step of the deadline steps, as a form without scripts sends both", () => {
    const held = fromQuery(new URLSearchParams("hours=24&deadlineDate=2026-03-15&deadlineTime=18:00"), start());
    expect(typedDeadline(held.when, now)).toEqual({ date: "2026-03-15", time: "18:00" });
  });

  test("the fields of a form get the step as date and time, unless they have a date", () => {
    const fields = { pages: "9", hours: "24", deadlineDate: "", deadlineTime: "", deadlineZone: "Europe/Berlin" };
    const step = { pages: "9", deadlineDate: "2026-03-11", deadlineTime: "13:00", deadlineZone: "Europe/Berlin" };
    expect(withTypedDeadline(fields, now)).toEqual(step);
    const typed = { deadlineDate: "2026-03-15", deadlineTime: "18:00" };
    expect(withTypedDeadline({ ...fields, ...typed }, now)).toEqual({ ...step, ...typed });
    expect(withTypedDeadline({ pages: "9" }, now)).toEqual({ pages: "9" });
  });

  test("a step is hours from now, down to the quarter hour, in the zone that is chosen", () => {
    const { when: kept } = start();
    expect(typedDeadline({ ...kept, hours: "24", zone: "Europe/Berlin" }, now)).toEqual({
      date: "2026-03-11",
      time: "13:00",
    });
  });

  test.each(services)("%s sends only the fields that its price reads", (service) => {
    const names = Object.keys(toRaw(start(service), now)).filter((name) => name !== "service");
    const used = fieldsOf[service].filter((name) => name !== "deadline");
    expect([...names].sort()).toEqual([...used].sort());
  });
});

describe("the deadline that a form proposes", () => {
  const now = new Date("2026-11-22T19:10:00Z"); // 14:10 in New York
  test.each([
    [168, "America/New_York", "2026-11-28", "18:00"],
    [168, "Europe/Berlin", "2026-11-29", "18:00"],
    [48, "Asia/Tokyo", "2026-11-24", "18:00"],
    [24, "America/New_York", "2026-11-23", "14:00"],
    [12, "UTC", "2026-11-23", "07:00"],
  ])("%i hours in %s: the last evening inside the step, a short step its bound", (hours, zone, date, time) => {
    expect(proposedDeadline(now, hours, zone)).toEqual({ date, time });
  });
});
