import fc from "fast-check";
import { hourMs } from "#src/shared/units.ts";
import * as nine from "./section-nine.testing.ts";

const oneOf = (rows: ReadonlyMap<string, string>) => fc.constantFrom(...rows.keys());
const strange = fc.constantFrom(
  "__proto__",
  "constructor",
  "toString",
  "Basket weaving",
  "psychology",
  "R\u00e9sum\u00e9",
);
const subject = (rows: ReadonlyMap<string, string>) => fc.oneof({ weight: 6, arbitrary: oneOf(rows) }, strange);
const sometimes = { requiredKeys: [] };

const pages = fc.integer({ min: 1, max: 500 });
const writing = { spacing: oneOf(nine.spacing), citedSources: fc.integer({ min: 0, max: 500 }) };

const work = (
  service: string,
  needed: Record<string, fc.Arbitrary<unknown>>,
  free: Record<string, fc.Arbitrary<unknown>>,
) =>
  fc
    .tuple(fc.record(needed), fc.record(free, sometimes))
    .map(([a, b]): Record<string, unknown> => ({ service, ...a, ...b }));

/** Fields as a program sends them, of any service, without a deadline. */
export const anyWork: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  work("non-technical", { subject: subject(nine.nonTech), pages }, { orderType: oneOf(nine.orderType), ...writing }),
  work("technical", { subject: subject(nine.technical), pages }, writing),
  work("programming", { projectType: oneOf(nine.projectType) }, { projectSize: oneOf(nine.projectSize) }),
  work("calculations", { course: oneOf(nine.course), software: oneOf(nine.software) }, { pages }),
  work("coursework", { subject: subject(nine.coursework) }, {}),
  work("quiz", {}, {}),
  work("test", { subject: subject(nine.test), difficulty: oneOf(nine.difficulty), testType: oneOf(nine.testType) }, {}),
);

const bound = fc.constantFrom(12, 24, 48, 72, 120, 168, 192).map((hours) => hours * hourMs);

/** Milliseconds to the deadline: anywhere from 3 hours to 30 days, often at a bound or a millisecond beside it. */
export const timeLeft: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: 3 * hourMs, max: 720 * hourMs }),
  fc.tuple(bound, fc.integer({ min: -1, max: 1 })).map(([at, offset]) => at + offset),
);
