import { afterAll, expect, test, vi } from "vitest";
import { checkerPort } from "#src/modules/checker/index.server.ts";
import { refuse } from "#src/shared/outcome.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { serve } from "#tests/support/serve.ts";
import { addHandlers } from "./handlers.ts";

/** A checker that is never done by itself; everybody waits behind two. */
const ended = vi.fn();
const checker = {
  check: (_: string, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve) => {
      const end = () => {
        ended();
        resolve(refuse("unavailable", "Cancelled."));
      };
      // Who goes away before the check begins is not waited for.
      if (signal.aborted) end();
      else signal.addEventListener("abort", end);
    }),
  before: () => 2,
  waiting: () => 3,
};
const runtime = await createAccountsRuntime({ ports: [[checkerPort, checker]] });
const person = await createPerson(runtime);
const served = await serve({
  runtime,
  resolveViewer: async () => person,
  handlers: (app) => addHandlers(app, runtime),
});
afterAll(async () => {
  await served.close();
  await runtime.drop();
});

const cookie = "pw_session=one";
const progress = async (): Promise<unknown> =>
  (await fetch(`${served.url}/api/checks`, { headers: { cookie } })).json();

test("a closed connection ends the check; until then the place in the queue is sent", async () => {
  const stop = new AbortController();
  expect(await progress()).toEqual({ waiting: 3, own: null });
  const asked = fetch(`${served.url}/api/checks`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie, origin: served.url },
    body: JSON.stringify({ text: "A text of some words." }),
    signal: stop.signal,
  });
  await expect.poll(progress).toEqual({ waiting: 3, own: { stage: "waiting", before: 2 } });
  expect(ended).not.toHaveBeenCalled();
  stop.abort();
  await expect(asked).rejects.toThrow();
  await expect.poll(() => ended).toHaveBeenCalledOnce();
  await expect.poll(progress).toEqual({ waiting: 3, own: null });
});
