import { expect, test } from "vitest";
import { clientSigns } from "./client-signs.ts";

const usual = { days: 90, lastDay: 4, placed: 10, refunded: 2 };
const other = { personId: "b", name: "Linh", role: 1, device: true };
const texts = (pace: typeof usual | null, shared = [] as (typeof other)[]) =>
  clientSigns({ pace, shared }).map(({ text }) => text);

test.each<[what: string, pace: typeof usual | null, signs: string[]]>([
  ["what is usual", usual, []],
  ["an admin who may not see orders", null, []],
  ["many orders in a day", { ...usual, lastDay: 5 }, ["5 orders within 24 hours"]],
  [
    "refunds of half of them",
    { ...usual, placed: 6, refunded: 3 },
    ["Money went back on 3 of 6 orders of the last 90 days"],
  ],
  ["refunds of few of many", { ...usual, placed: 40, refunded: 5 }, []],
  ["one order that was refunded", { ...usual, placed: 1, refunded: 1 }, []],
])("%s", (_what, pace, signs) => expect(texts(pace)).toEqual(signs));

test("an address of minutes is named, and who paid with the same card or account, with the page", () => {
  const payers = [{ personId: "c", name: "Omar" }];
  expect(clientSigns({ pace: usual, shared: [], payers, disposable: true })).toEqual([
    { text: "An e-mail address that lasts for minutes or hours", to: null },
    { text: "Paid with the same card or PayPal account as Omar", to: "/admin/people/c" },
  ]);
});

test("another account of the same device is named with its page, an admin's and one of the same network are not", () => {
  const shared = [other, { ...other, name: "Petra", role: 3 }, { ...other, name: "Omar", device: false }];
  expect(clientSigns({ pace: usual, shared })).toEqual([{ text: "The same device as Linh", to: "/admin/people/b" }]);
});
