import { afterAll } from "vitest";
import { newId } from "#src/platform/ids.ts";
import type { Person } from "#src/shared/viewer.ts";
import { must } from "#tests/support/must.ts";
import { createAccountsRuntime } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { readChat, sendMessage } from "./index.server.ts";

export { must };

/** A runtime for one test file, in which people write without limits; `published` is what went out live. */
export const chatFixture = async () => {
  const runtime = await createAccountsRuntime({ env: { LIMITS_FACTOR: "100000" } });
  afterAll(() => runtime.drop());
  const published: string[] = [];
  runtime.live = {
    publish: (topic, version) => void published.push(`${topic} ${version}`),
    ephemeral: (topic, state) => void published.push(`${topic} ${JSON.stringify(state)}`),
  };
  const say = (who: Person, message: string, more: object = {}) =>
    sendMessage(ctxFor(runtime, who), { id: newId(), message, ...more });
  const read = async (who: Person, chatId = who.id, more: object = {}) =>
    must(await readChat(ctxFor(runtime, who), { chatId, ...more }));
  return { runtime, published, say, read };
};
