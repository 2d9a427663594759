import { expect, test, vi } from "vitest";
import { done, refuse } from "#src/shared/outcome.ts";
import { checkerWork, loadModel, modelFile } from "../checker-work.ts";
import { reportOf } from "../domain/report.ts";
import { exampleAnswer, exampleSoon, exampleText } from "./example.server.ts";

const model = loadModel(modelFile("."))?.model;
if (!model) throw new Error("There is no model.");
const answered = done(reportOf(model, exampleText));

type Check = ReturnType<typeof checkerWork>["check"];
const workWith = (check: Check) => ({ ...checkerWork("."), check });

test("visitors who come at once ask the model once, and a refusal is asked again", async () => {
  const check = vi.fn<Check>(async () => answered);
  check.mockResolvedValueOnce(refuse("unavailable", "Many texts."));
  const work = workWith(check);
  expect(await Promise.all([exampleSoon(work), exampleSoon(work)])).toEqual([null, null]);
  expect(check).toHaveBeenCalledTimes(1);
  const [one, other] = await Promise.all([exampleSoon(work), exampleAnswer(work)]);
  expect([one?.words, other]).toEqual([answered.value.words, one]);
  expect(check).toHaveBeenCalledTimes(2);
});

test("a page does not wait for texts before the example, and has its answer later", async () => {
  vi.useFakeTimers();
  const { promise, resolve } = Promise.withResolvers<typeof answered>();
  const work = workWith(() => promise);
  const first = exampleSoon(work);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await first).toBeNull();
  resolve(answered);
  expect((await exampleSoon(work))?.words).toBe(answered.value.words);
});

test("a check that fails is no error of the page", async () => {
  const work = workWith(() => Promise.reject(new Error("The worker ended.")));
  expect(await exampleSoon(work)).toBeNull();
});
