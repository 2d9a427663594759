import { data } from "react-router";
import { expect, test } from "vitest";
import { done, invalid, notFound, type Refusal } from "#src/shared/outcome.ts";
import { answerStep, type PostedSteps, stepNamed } from "./posted-steps.ts";

type Sent = { id: string; did: string[] };

const secret = data({ secret: "s" });
const wrong = invalid([{ path: "reason", message: "Give a reason." }]);
const steps: PostedSteps<Sent, typeof secret> = {
  pause: async ({ id, did }) => done(did.push(id)),
  "pay-back": { run: async () => done(null), to: "#money", flash: "money" },
  remove: { run: async () => done(null), to: "/all", flash: null },
  share: { run: async () => done(null), to: ({ id }) => `?text=${id}`, flash: ({ id }) => `share-${id}` },
  block: { run: async () => wrong, labels: { reason: "Reason" } },
  rotate: async () => secret,
  open: async () => Response.redirect("http://shop.test/pay", 302),
};

const page = "/page";
const again = (refusal: Refusal, labels?: object) => ({ refusal, labels });
const answer = (name: string, did: string[] = []) => answerStep(steps, name, { id: "7", did }, { page, again });
const ledTo = async (name: string) => {
  const answered = await answer(name);
  if (!(answered instanceof Response)) return answered;
  const [flash = null] = answered.headers.getSetCookie().map((cookie) => /^flash=(.*?)%20/.exec(cookie)?.[1]);
  return [answered.status, answered.headers.get("location"), flash];
};

test("a step that is done leads to the page, or to where it says, with its word", async () => {
  const did: string[] = [];
  await answer("pause", did);
  expect(did).toEqual(["7"]);
  expect(await ledTo("pause")).toEqual([303, "/page", "pause"]);
  expect(await ledTo("pay-back")).toEqual([303, "/page#money", "money"]);
  expect(await ledTo("remove")).toEqual([303, "/all", null]);
  expect(await ledTo("share")).toEqual([303, "/page?text=7", "share-7"]);
});

test("a refused step shows the form again, with the names of its fields", async () => {
  expect(await answer("block")).toEqual({ refusal: wrong, labels: { reason: "Reason" } });
});

test("an answer of a step's own is given as it is", async () => {
  expect(await answer("rotate")).toBe(secret);
  expect(await ledTo("open")).toEqual([302, "http://shop.test/pay", null]);
});

test.each(["", "unknown", "__proto__", "constructor", "toString"])("no step has the name %j", async (name) => {
  expect(stepNamed(steps, name)).toBeUndefined();
  expect(await answer(name)).toEqual({ refusal: notFound(), labels: undefined });
  const others = { run: async () => done(null), flash: "other" };
  const answered = await answerStep(steps, name, { id: "7", did: [] }, { page, again, others });
  expect(answered).toMatchObject({ status: 303 });
});
