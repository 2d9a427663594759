import { expect, test } from "vitest";
import { openConcurrencyLimit } from "./calls-at-once.ts";

test("so many of one person at once, others beside them, and again when one is done, also when it failed", async () => {
  const atOnce = openConcurrencyLimit(2);
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const one = atOnce("ada", () => first.promise);
  const two = atOnce("ada", () => second.promise);
  let begun = false;
  const begin = async () => {
    begun = true;
    return "done";
  };
  expect([await atOnce("ada", begin), begun]).toEqual([null, false]);
  expect(await atOnce("bo", begin)).toBe("done");
  first.reject(new Error("no"));
  await expect(one).rejects.toThrow("no");
  expect(await atOnce("ada", begin)).toBe("done");
  second.resolve("two");
  expect(await two).toBe("two");
});
