import { beforeAll, describe, expect, test } from "vitest";
import { isFullRun } from "../support/full-run.ts";
import { cookieOf, type Product, rssOf } from "../support/product.ts";
import { openConnection, type RawAnswer } from "../support/raw-http.ts";
import { startWatched } from "./fixture.ts";

let product: Product;
let cookie = "";

const request = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${product.port}\r\ncookie: ${cookie}\r\n\r\n`;

/** Asks one thing after another from an address of its own, until `over`. */
async function visit(address: string, path: string, over: () => boolean): Promise<number[]> {
  const connection = await openConnection(product.port, address);
  const met: number[] = [];
  do {
    await connection.send(request(path));
    met.push((await connection.next())?.status ?? 0);
  } while (!over());
  connection.close();
  return met;
}

/** How many of them were a page; a slow machine refuses some after the wait of two seconds. */
const shareOf = (met: readonly number[]): number => met.filter((status) => status === 200).length / met.length;

// Memory and turns are those of a machine that does nothing else.
describe.runIf(isFullRun)("one visitor cannot stop the others", () => {
  beforeAll(async () => {
    // Its own timers wait for a connection behind the crowd, and come again.
    product = await startWatched({}, /timeout exceeded when trying to connect/);
    cookie = await cookieOf(product.url, "client@demo.test");
  });

  test("a thousand requests in one packet: some are answered, most refused in words, memory stays", async () => {
    await visit("127.0.0.1", "/dashboard", () => true);
    const before = rssOf(product.pid);
    let over = false;
    const visitor = visit("127.0.0.2", "/dashboard", () => over);
    const health = visit("127.0.0.3", "/healthz", () => over);
    const count = 1_000;
    const hog = await openConnection(product.port);
    await hog.send(request("/dashboard").repeat(count));
    const answers: RawAnswer[] = [];
    while (answers.length < count) {
      const answer = await hog.next();
      if (!answer) break;
      answers.push(answer);
    }
    over = true;
    hog.close();
    expect(answers).toHaveLength(count);
    const refused = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(count);
    expect(refused.length).toBeGreaterThan(count / 2);
    expect([refused[0]?.headers.get("retry-after"), refused[0]?.body]).toEqual([
      "2",
      "Too many requests at this moment. Try again in a few seconds.\n",
    ]);
    expect(shareOf(await visitor)).toBeGreaterThan(shareOf(answers.map(({ status }) => status)));
    expect(new Set(await health)).toEqual(new Set([200]));
    expect(rssOf(product.pid) / before).toBeLessThan(1.5);
  });

  test("four hundred connections of one address: others get their turn, and health answers", async () => {
    let over = false;
    const hogs = Array.from({ length: 400 }, () => visit("127.0.0.1", "/dashboard", () => over));
    const health = visit("127.0.0.4", "/readyz", () => over);
    const visitors = await Promise.all(
      ["127.0.0.2", "127.0.0.3"].map(async (one) => {
        let left = 20;
        return visit(one, "/dashboard", () => --left === 0);
      }),
    );
    over = true;
    const met = (await Promise.all(hogs)).flat();
    expect(new Set(met)).toEqual(new Set([200, 503]));
    expect(new Set([...visitors.flat(), 503])).toEqual(new Set([200, 503]));
    for (const one of visitors) expect(shareOf(one)).toBeGreaterThan(shareOf(met));
    expect(new Set(await health)).toEqual(new Set([200]));
  });

  test("bodies that never come to their end take nobody's place", async () => {
    const head = `POST /login HTTP/1.1\r\nhost: 127.0.0.1:${product.port}\r\norigin: ${product.url}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 500000\r\n\r\n`;
    const slow = await Promise.all(Array.from({ length: 300 }, () => openConnection(product.port)));
    for (const one of slow) await one.send(`${head}${"a".repeat(200_000)}`);
    expect(await visit("127.0.0.1", "/dashboard", () => true)).toEqual([200]);
    const other = await openConnection(product.port, "127.0.0.2");
    await other.send(`${head.replace("500000", "3")}a=b`);
    expect((await other.next())?.status).toBe(401);
    other.close();
    const refused = await Promise.race(slow.map((one) => one.next()));
    expect([refused?.status, refused?.headers.get("retry-after")]).toEqual([503, "2"]);
    for (const one of slow) one.close();
  });
});
