import { expect, test } from "vitest";
import { type Frame, tabTitle } from "./frame.tsx";

test("a tab says what the page is and whose shop it is; without the shop's name it says the page alone", () => {
  const frame = { site: { name: "Fair Copy" } } as Frame;
  expect(tabTitle("Orders", [{ loaderData: frame }])).toEqual([{ title: "Orders · Fair Copy" }]);
  expect(tabTitle("Orders", [{}])).toEqual([{ title: "Orders" }]);
});
