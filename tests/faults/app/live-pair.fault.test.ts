import { expect, onTestFinished, test } from "vitest";
import { cookieOf } from "#tests/support/product.ts";
import { isFullRun, randomFrom, seed, sized } from "../../support/full-run.ts";
import { demoFolder, eventually } from "../database/fixture.ts";
import { withBooks } from "./books.ts";
import { type Chatter, openChatter } from "./chat-people.ts";
import { startReady } from "./fixture.ts";

const kills = sized(2, 50);
const calm = sized(10, 200);

/** Writes one message after the other until it is stopped; resolves when the last one is acknowledged. */
function keepTalking(who: Chatter, name: string, random: () => number) {
  let stop = false;
  const talking = (async () => {
    for (let n = 1; !stop; n += 1) {
      await who.say(`${name} ${n}`);
      await new Promise((done) => setTimeout(done, random() * 60));
    }
  })();
  return () => {
    stop = true;
    return talking;
  };
}

const idsOf = (who: Chatter): string[] => who.shown.map(({ id }) => id);

test.runIf(isFullRun)(
  `client on one process, support on the other, one of them killed ${kills} times: nothing lost, doubled or out of order`,
  async () => {
    console.log(`SEED=${seed}`);
    const random = randomFrom(seed + 5);
    const dataDir = demoFolder(onTestFinished);
    const apps = [await startReady({ dataDir }), await startReady({ dataDir })];
    const base = (n: number) => () => apps[n]?.url ?? "";
    const [asClient, asAdmin] = [
      await cookieOf(base(0)(), "client@demo.test"),
      await cookieOf(base(1)(), "admin@demo.test"),
    ];
    const client = await openChatter(base(0), asClient);
    const support = await openChatter(base(1), asAdmin, { chatId: client.chatId });
    const sides = [client, support];
    const bothOpen = () => eventually(() => sides.every((side) => side.open()));
    await bothOpen();

    const stops = [keepTalking(client, "client", random), keepTalking(support, "support", random)];
    for (let n = 0; n < kills; n += 1) {
      const before = client.acknowledged.length + support.acknowledged.length;
      await eventually(() => client.acknowledged.length + support.acknowledged.length > before + 10);
      const killed = n % 2;
      const app = apps[killed];
      await new Promise((done) => setTimeout(done, random() * 300));
      await app?.kill();
      apps[killed] = await startReady({ dataDir, ...(app && { port: app.port }) });
    }
    await Promise.all(stops.map((stop) => stop()));
    await bothOpen();

    const took: number[] = [];
    for (let n = 0; n < calm; n += 1) {
      const [from, to] = n % 2 === 0 ? [client, support] : [support, client];
      const { id, sentAt } = await from.say(`calm ${n}`);
      await eventually(() => to.cameAt.has(id));
      took.push((to.cameAt.get(id) ?? 0) - sentAt);
    }

    const stored = await withBooks(dataDir, ({ rows }) =>
      rows<{ id: string }>("select id from chat.messages where chat_id = $1 order by timestamp, id", [client.chatId]),
    );
    const order = stored.map(({ id }) => id);
    await eventually(() => sides.every((side) => side.shown.length >= order.length));
    for (const side of sides) {
      expect(idsOf(side)).toEqual(order);
      const mine = new Set(side.acknowledged);
      expect(order.filter((id) => mine.has(id))).toEqual(side.acknowledged);
    }
    console.log(
      `${client.acknowledged.length + support.acknowledged.length} messages acknowledged over ${kills} kills; in calm ${Math.round(Math.max(...took))} ms at most from sending to the other side's screen`,
    );
  },
);
