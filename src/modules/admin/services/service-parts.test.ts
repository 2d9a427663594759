import { describe, expect, test } from "vitest";
import { inOrder, shippedSources } from "#src/modules/catalogue/index.server.ts";
import { movedService, partsOf, sourcesIn } from "./service-parts.ts";

const { essays, programming } = shippedSources;
if (!essays || !programming) throw new Error("no such services");
const ids = (sources: Parameters<typeof inOrder>[0]) => inOrder(sources).map(([id]) => id);

describe("the place of a service", () => {
  const apart = { a: { ...essays, at: 0 }, b: { ...essays, at: 1 }, other: { ...programming, at: 0 } };
  const tied = { a: { ...essays, at: 4 }, b: { ...essays, at: 4 }, c: { ...essays, at: 5 } };

  test.each([
    ["up", apart, "b", -1, ["b", "a", "other"]],
    ["down", apart, "a", 1, ["b", "a", "other"]],
    ["up from the first", apart, "a", -1, ["a", "b", "other"]],
    ["up, from the same place", tied, "b", -1, ["b", "a", "c"]],
    ["down, from the same place", tied, "a", 1, ["b", "a", "c"]],
    ["nothing", apart, "constructor", 1, ["a", "b", "other"]],
  ] as const)("%s", (_, sources, id, by, order) => {
    expect(ids(movedService({ ...sources }, id, by))).toEqual(order);
  });
});

test("a service of which somebody deleted parts is none", () => {
  const parts = partsOf({ a: essays, b: programming });
  expect(sourcesIn(parts)).toEqual({ a: essays, b: programming });
  expect(Object.keys(sourcesIn({ ...parts, "b/slug": undefined }))).toEqual(["a"]);
});
