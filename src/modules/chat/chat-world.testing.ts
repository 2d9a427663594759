import { randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import type { Outcome } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import { ctxFor } from "#tests/support/house.ts";
import { createAccountsHouse } from "#tests/support/people.ts";
import { readChat, sendMessage } from "./index.server.ts";

export const must = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value;
};

/** A house for one test file, in which people write without limits; `told` is what went out live. */
export const chatWorld = async () => {
  const house = await createAccountsHouse({ env: { LIMITS_FACTOR: "100000" } });
  afterAll(() => house.drop());
  const told: string[] = [];
  house.live = {
    tell: (topic, version) => void told.push(`${topic} ${version}`),
    whisper: (topic, words) => void told.push(`${topic} ${JSON.stringify(words)}`),
  };
  const say = (who: Person, message: string, more: object = {}) =>
    sendMessage(ctxFor(house, who), { id: randomUUID(), message, ...more });
  const read = async (who: Person, chatId = who.id, more: object = {}) =>
    must(await readChat(ctxFor(house, who), { chatId, ...more }));
  return { house, told, say, read };
};
