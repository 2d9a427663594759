import { expect, test } from "vitest";
import { handleDataRequest, handleError } from "./entry.server.tsx";
import type { RequestScope } from "./platform/request-context.ts";

type Args = Parameters<typeof handleError>[1];

const scopeOf = (id: string) => ({ request: { id }, runtime: { log: { error: () => undefined } } });
const argsOf = (scope: Pick<RequestScope["request"], "id"> | object): Args =>
  ({ request: new Request("http://shop.test/faq.data"), context: { get: () => scope } }) as unknown as Args;
const answer = () => new Response('["SanitizedError","Error","Unexpected Server Error"]', { status: 500 });

test("a page that fails after a step in the browser names its request", async () => {
  const args = argsOf(scopeOf("r-1"));
  handleError(new Error("the reason stays in the log"), args);
  const named = await handleDataRequest(answer(), args);
  expect(named.status).toBe(500);
  expect(JSON.parse(await named.text())).toEqual(["SanitizedError", "Error", "Unexpected Server Error r-1"]);
});

test("what did not fail passes as it is", async () => {
  const whole = answer();
  expect(await handleDataRequest(whole, argsOf(scopeOf("r-2")))).toBe(whole);
});
