import { expect, onTestFinished, test } from "vitest";
import { adminWork, newWitness, play, shopping, type Witness } from "#tests/support/driver-people.ts";
import { noteRecovery, randomFrom, seed, sized } from "../../support/full-run.ts";
import { demoFolder, eventually, killServer } from "../database/fixture.ts";
import { audit } from "./audit.ts";
import { letOrdersExpire, withBooks } from "./books.ts";
import { type App, startReady, untilReady } from "./fixture.ts";

const kills = sized(1, 1_000);
const mostMsOfLoad = sized(1_000, 3_000);
const auditEvery = 25;
const email = "client@demo.test";
const variants = ["the app", "the database server", "both"] as const;

const stepsOf = ({ lives }: Witness): number => [...lives.values()].filter(({ done }) => done !== undefined).length;

type Struck = { what: (typeof variants)[number]; afterMs: number; readyMs: number };

/** Kills, starts again what does not restart by itself, and waits for /readyz. */
async function strike(app: App, dataDir: string, what: Struck["what"]): Promise<{ app: App; readyMs: number }> {
  const began = performance.now();
  const gone = [what !== "the app" && killServer(dataDir), what !== "the database server" && app.kill()];
  await Promise.all(gone);
  const next = what === "the database server" ? app : await startReady({ dataDir, port: app.port });
  await untilReady(next);
  return { app: next, readyMs: Math.round(performance.now() - began) };
}

test(`kill -9 of app and database server under load, ${kills} times: nothing acknowledged is lost or doubled`, async () => {
  console.log(`SEED=${seed}`);
  const random = randomFrom(seed);
  const dataDir = demoFolder(onTestFinished);
  let app = await startReady({ dataDir });
  const witness = newWitness();
  const start = () => [
    ...Array.from({ length: 4 }, () => play(() => app.url, email, witness, shopping(witness))),
    play(() => app.url, "admin@demo.test", witness, adminWork(witness)),
  ];
  let players = start();
  const struck: Struck[] = [];
  const expired: string[] = [];
  const lookAtAll = async () => {
    await Promise.all(players.map((player) => player.stop()));
    await audit(app, { dataDir, witness, email, expired });
  };
  for (let n = 0; n < kills; n += 1) {
    const before = witness.placed.size;
    await eventually(() => witness.placed.size > before || players.some((player) => player.failed()));
    const due = [...witness.left].filter((id) => !expired.includes(id)).slice(0, 3);
    await withBooks(dataDir, (books) => letOrdersExpire(books, due));
    expired.push(...due);
    const afterMs = Math.round(20 + random() * mostMsOfLoad);
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    const what = variants[n < variants.length ? n : Math.floor(random() * variants.length)] ?? "both";
    const after = await strike(app, dataDir, what);
    app = after.app;
    struck.push({ what, afterMs, readyMs: after.readyMs });
    if (n % auditEvery !== auditEvery - 1) continue;
    await lookAtAll();
    players = start();
    console.log(`${n + 1} kills, ${witness.placed.size} orders acknowledged, none lost`);
  }
  await lookAtAll();
  const { asked, placed, paid, unanswered } = witness;
  for (const { what, afterMs, readyMs } of struck.slice(-20))
    console.log(`${what} after ${afterMs} ms: ready in ${readyMs} ms`);
  console.log(
    `${kills} kills; orders: ${asked.size} asked, ${placed.size} acknowledged, none lost; ${paid.size} payments and ${stepsOf(witness)} steps acknowledged, none lost; ${expired.length} timers, each once; ${unanswered} requests unanswered; slowest recovery ${Math.max(...struck.map((one) => one.readyMs))} ms`,
  );
  noteRecovery(
    "F1",
    struck.map((one) => one.readyMs),
  );
  expect(placed.size).toBeGreaterThan(kills);
});
