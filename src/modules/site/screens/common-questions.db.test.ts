import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkerPort, checkerWork } from "#src/modules/checker/index.server.ts";
import { lifeSetting, rulesSetting } from "#src/modules/orders/index.server.ts";
import { lifeSettings, standardRules } from "#src/modules/orders/index.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { settings } from "#src/platform/tables.ts";
import { pageValuesPlug } from "#tests/support/page-values.ts";
import { createTestRuntime, ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { loader as faq } from "./faq.tsx";
import { loader as guarantees } from "./guarantees.tsx";
import { loader as home } from "./home.tsx";
import { loader as legal } from "./legal-page.tsx";
import { loader as service } from "./service.tsx";

/** Every period and share that the public pages name is another one than the standard. */
const times = { ...lifeSettings, unpaidHours: 61, acceptHours: 5, quoteHours: 41 };
const edited = {
  ...standardRules,
  longFromPages: 33,
  reviewDays: 9,
  longReviewDays: 17,
  revisionDays: 19,
  longRevisionDays: 37,
  lateOfferHours: 83,
  disputeAnswerHours: 73,
  disputeDecideDays: 6,
  decisionHours: 74,
  disputeDays: 43,
  refund: { ...standardRules.refund, unstartedPercent: 97, earlyOpenedPercent: 66, missedPercent: 99 },
};

let runtime: TestRuntime;
beforeAll(async () => {
  runtime = await createTestRuntime({ ports: [[checkerPort, checkerWork("no model")], pageValuesPlug] });
  await runtime.db.insert(settings).values([
    { key: lifeSetting.key, value: times, version: 1, updatedAt: runtime.clock(), updatedBy: "system" },
    { key: rulesSetting.key, value: edited, version: 1, updatedAt: runtime.clock(), updatedBy: "system" },
  ]);
});
afterAll(() => runtime.drop());

const ask = (path: string, params: Record<string, string> = {}) => {
  const context = new RouterContextProvider();
  context.set(requestContext, { ...ctxFor(runtime), nonce: "", theme: "system" });
  const url = new URL(path, "http://localhost:3000");
  return { context, url, request: new Request(url), params, pattern: path } as never;
};

const disputes =
  "You can open a dispute. The money is frozen, the other side has 73 hours to answer, and a person of our team reads both sides and decides with reasons within 6 days. A decision takes effect 74 hours later, or at once when both sides accept it. Until then one appeal stops it, and another person decides. If nobody decides within 43 days, the money goes back to you.";

test("guarantees and terms print the ladder and the periods as an admin edited them", async () => {
  const promised = await guarantees(ask("/guarantees"));
  expect(promised.bars.map(({ percent }) => percent)).toEqual([97, edited.refund.earlyUnopenedPercent, 66, 50, 99]);
  const words = JSON.stringify(promised.page);
  for (const text of ["9 days", "19 days", "83 hours late", "99% of the price goes back", "within 43 days"])
    expect(words).toContain(text);
  const terms = JSON.stringify((await legal(ask("/terms"))).page);
  for (const text of ["within 61 hours", "9 days to read", "17 days from 33 pages", "97% of", disputes])
    expect(terms).toContain(text);
});

test("questions, start page and service pages say the edited periods and shares, and no standard one", async () => {
  const answers = JSON.stringify((await faq(ask("/faq"))).page);
  for (const text of ["within 5 hours", "for 61 hours", "9 days", "17 days from 33 pages", "for 41 hours", "97% of"])
    expect(answers).toContain(text);
  const { promises } = (await home(ask("/"))).words.text;
  expect(promises.of.flat().join(" ")).toMatch(/9 days.*99% of the price/);
  const { questions } = await service(ask("/coursework/any-subject", { serviceType: "any-subject" }));
  expect(questions.map(({ answer }) => answer).join(" ")).toContain("99% of the price");
});
