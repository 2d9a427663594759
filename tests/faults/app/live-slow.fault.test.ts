import { expect, onTestFinished, test } from "vitest";
import { cookieOf, rssOf } from "#tests/support/product.ts";
import { signInClients } from "../../../bench/support/clients.ts";
import { isFullRun, sized } from "../../support/full-run.ts";
import { demoFolder, eventually } from "../database/fixture.ts";
import { type Books, withBooks } from "./books.ts";
import { openChatter } from "./chat-people.ts";
import { startReady } from "./fixture.ts";
import { openEvents, openStuckReader } from "./live-streams.ts";

const readers = sized(60, 500);
/** Sessions whose readers are written to until the system takes no more for them (about 4 MB each). */
const flooded = sized(1, 5);
const ofSession = 5;
/** What the others may wait is a multiple of what they waited before, in the middle. */
const most = { growthMb: 100, othersTimes: 20 };

/** 7 MB of passing words for a topic, as another process of this database says them. */
async function flood({ rows }: Books, topic: string): Promise<void> {
  for (let batch = 0; batch < 10; batch += 1)
    await rows(
      `select count(pg_notify('paperwright_live', jsonb_build_object('from', 'elsewhere', 'ephemerals',
         jsonb_build_array(jsonb_build_array($1::text, jsonb_build_object('n', n, 'words', repeat('x', 7000)))))::text))
       from generate_series(1, 100) n`,
      [topic],
    );
}

/** Talks and looks at pages all the time; `stop` gives what something took in the middle and at most, in milliseconds. */
function othersGoOn(url: string, client: Talker, support: Talker) {
  let over = false;
  const took: number[] = [];
  const going = (async () => {
    for (let n = 0; !over; n += 1) {
      const [from, to] = n % 2 === 0 ? [client, support] : [support, client];
      const { id, sentAt } = await from.say(`meanwhile ${n}`);
      await eventually(() => to.cameAt.has(id));
      took.push((to.cameAt.get(id) ?? 0) - sentAt);
      const asked = performance.now();
      await (await fetch(`${url}/prices`)).arrayBuffer();
      took.push(performance.now() - asked);
    }
  })();
  const stop = async () => {
    over = true;
    await going;
    const sorted = [...took].sort((a, b) => a - b);
    return { middle: sorted[Math.floor(sorted.length / 2)] ?? 0, most: sorted.at(-1) ?? 0 };
  };
  return { count: () => took.length, stop };
}
type Talker = Awaited<ReturnType<typeof openChatter>>;

test.runIf(isFullRun)(
  `${readers} readers of event streams that stop reading are closed and cost nobody anything`,
  async () => {
    const dataDir = demoFolder(onTestFinished);
    const { url, pid } = await startReady({ dataDir });
    const client = await openChatter(() => url, await cookieOf(url, "client@demo.test"));
    const support = await openChatter(() => url, await cookieOf(url, "admin@demo.test"), { chatId: client.chatId });
    const cookies = await withBooks(dataDir, ({ pool }) => signInClients(pool, readers / ofSession));
    await eventually(() => client.open() && support.open());
    await (await fetch(`${url}/prices`)).arrayBuffer();
    const calm = othersGoOn(url, client, support);
    await eventually(() => calm.count() >= 40);
    const before = { others: await calm.stop(), rss: rssOf(pid) };

    const stuck = await Promise.all(
      cookies.map(async (cookie) => {
        const answer = await fetch(`${url}/api/chat`, { headers: { cookie } });
        const topic = `chat:${((await answer.json()) as { chatId: string }).chatId}`;
        for (let n = 0; n < ofSession; n += 1) await openStuckReader(url, cookie, topic);
        return { cookie, topic };
      }),
    );
    const going = othersGoOn(url, client, support);
    const began = performance.now();
    await withBooks(dataDir, async (books) => {
      for (const { topic } of stuck.slice(0, flooded)) await flood(books, topic);
    });
    const accepts = async ({ cookie, topic }: (typeof stuck)[number]): Promise<boolean> => {
      const stream = await openEvents(url, cookie, topic);
      stream.close();
      return stream.status === 200;
    };
    expect(await accepts(stuck[0] ?? { cookie: "", topic: "" })).toBe(false);
    let grown = 0;
    for (const one of stuck.slice(0, flooded))
      await eventually(async () => {
        grown = Math.max(grown, rssOf(pid) - before.rss);
        await new Promise((done) => setTimeout(done, 1_200));
        return accepts(one);
      });
    const tookMs = performance.now() - began;
    const others = await going.stop();
    console.log(
      `closed after ${Math.round(tookMs)} ms; ${Math.round(grown)} MB more; others waited ${Math.round(others.middle)} ms (calm: ${Math.round(before.others.middle)}), ${Math.round(others.most)} at most`,
    );
    expect(grown).toBeLessThan(most.growthMb);
    expect(others.middle / before.others.middle).toBeLessThan(most.othersTimes);
  },
);
