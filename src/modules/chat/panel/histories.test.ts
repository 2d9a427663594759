import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sized } from "#tests/support/full-run.ts";
import { deviceOf, serverOf, tabOf } from "./fixture.testing.ts";

const runs = sized(700, 10_000);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("write" as const), tab: fc.nat(1) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("support" as const), tab: fc.constant(0) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("settle" as const),
      tab: fc.nat(30),
      how: fc.constantFrom("ok", "ok", "ok", "lost-before", "lost-after", "busy", "signed-out"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("tell" as const), tab: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("clock" as const), tab: fc.nat(90_000) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("older" as const), tab: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("wake" as const), tab: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reload" as const), tab: fc.nat(1) }) },
);

describe("a chat through whatever happens to the line", () => {
  test("nothing is lost, doubled or out of order, in both tabs and on the server", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: "max" }), async (steps) => {
        const server = serverOf();
        const device = deviceOf();
        const tabs = [tabOf(server, device), tabOf(server, device)];
        const written: string[] = [];
        for (const one of steps) {
          const tab = tabs[one.tab % 2];
          if (!tab) continue;
          if (one.kind === "write") {
            const text = `w${written.length}`;
            written.push(text);
            await tab.chat().sendAll(text, []);
          } else if (one.kind === "support") server.say(`o${server.rows.length}`, true);
          else if (one.kind === "settle") server.settle(one.tab, one.how);
          else if (one.kind === "tell") tab.notify(server.version());
          else if (one.kind === "clock") device.pass(one.tab);
          else if (one.kind === "older") void tab.chat().older();
          else if (one.kind === "wake") tab.chat().wake();
          else tab.reload();
          await device.rest();
        }
        for (let round = 0; round < 3; round += 1) {
          device.pass(120_000);
          for (const tab of tabs) {
            tab.notify(server.version());
            // Somebody signed in again and looks at the page.
            if (tab.chat().state().session === "signed-out") tab.chat().wake();
          }
          await server.heal(device.rest);
        }
        const mine = server.rows.filter(({ fromSupport }) => !fromSupport).map(({ message }) => message);
        expect(mine).toEqual(written);
        const order = server.rows.map(({ id }) => id);
        for (const tab of tabs) {
          for (let page = 0; tab.chat().state().conversation.older && page < 40; page++) {
            const asked = tab.chat().older();
            await server.heal(device.rest);
            await asked;
          }
          expect(
            tab
              .chat()
              .state()
              .conversation.messages.map(({ id }) => id),
          ).toEqual(order);
          expect(tab.chat().state().unsent).toEqual([]);
        }
        expect(await device.keeper.all("a")).toEqual([]);
      }),
      { numRuns: runs },
    );
  });
});
