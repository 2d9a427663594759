import { expect, test } from "vitest";
import { inboxAddress, readAsk } from "./labels.ts";

const read = (query: string) => readAsk(new URLSearchParams(query));

test("what is not known is as if it were not there", () => {
  expect(read("tab=constructor&search=%20x%20")).toEqual({
    tab: "waiting",
    from: "",
    search: "x",
    after: "",
    select: "",
  });
  expect(read("from=writers&tab=__proto__")).toMatchObject({ tab: "waiting", from: "writers" });
  expect(read("tab=mine").tab).toBe("mine");
});

test("an opened chat keeps its list; another tab or search starts at the first page", () => {
  const ask = read("tab=all&search=a%26b&after=2026_1");
  expect(inboxAddress("/7", ask)).toBe("/admin/chats/7?tab=all&search=a%26b&after=2026_1");
  expect(inboxAddress("/7", { ...ask, select: "1" })).toBe("/admin/chats/7?tab=all&search=a%26b&after=2026_1&select=1");
  expect(inboxAddress("", ask, { tab: "waiting" })).toBe("/admin/chats?search=a%26b");
  expect(inboxAddress("", ask, { search: "" })).toBe("/admin/chats?tab=all");
  expect(inboxAddress("", ask, { from: "writers" })).toBe("/admin/chats?tab=all&from=writers&search=a%26b");
});
