import { describe, expect, test } from "vitest";
import { openHashing, openQueue } from "./auth.ts";

describe("passwords are hashed", () => {
  test("with argon2id, m = 19 MiB, t = 2, p = 1, and a salt of their own", async () => {
    const { hash, verify } = openHashing();
    const first = await hash("paper boat in the rain");
    const second = await hash("paper boat in the rain");
    if (!first.ok || !second.ok) throw new Error("refused");
    expect(first.value).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(second.value).not.toBe(first.value);
    expect(await verify(first.value, "paper boat in the rain")).toEqual({ ok: true, value: true });
    expect(await verify(first.value, "paper boat in the rain ")).toEqual({ ok: true, value: false });
    expect(await verify(null, "paper boat in the rain")).toEqual({ ok: true, value: false });
    expect(await verify("managed", "managed")).toEqual({ ok: true, value: false });
  });

  test("the same letters typed in another Unicode form are the same password", async () => {
    const { hash, verify } = openHashing();
    const made = await hash("crème brûlée à la carte".normalize("NFD"));
    if (!made.ok) throw new Error("refused");
    expect(await verify(made.value, "crème brûlée à la carte".normalize("NFC"))).toEqual({ ok: true, value: true });
  });
});

describe("the queue", () => {
  test("runs two at once, lets 64 wait, refuses the rest at once with a time to retry", async () => {
    const run = openQueue(2, 64);
    let running = 0;
    let most = 0;
    const gate = Promise.withResolvers<void>();
    const task = async () => {
      running += 1;
      most = Math.max(most, running);
      await gate.promise;
      running -= 1;
    };
    const answers = Array.from({ length: 300 }, () => run(task));
    const refused = await Promise.all(answers.slice(66));
    expect(refused).toHaveLength(234);
    for (const answer of refused) expect(answer).toMatchObject({ ok: false, code: "unavailable", retryAfter: 5 });
    gate.resolve();
    const served = await Promise.all(answers.slice(0, 66));
    expect(served.every((answer) => answer.ok)).toBe(true);
    expect(most).toBe(2);
    expect((await run(async () => "free again")).ok).toBe(true);
  });

  test("a task that fails gives its place back", async () => {
    const run = openQueue(1, 0);
    await expect(run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await run(async () => 1)).toEqual({ ok: true, value: 1 });
  });
});
