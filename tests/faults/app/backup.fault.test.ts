import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type FakeS3, startS3 } from "#fakes/s3.ts";
import { openVisitor } from "#tests/support/driver.ts";
import { adminWork, lookAgain, newWitness, play, shopping } from "#tests/support/driver-people.ts";
import { cookieOf } from "#tests/support/product.ts";
import { isFullRun, randomFrom, seed } from "../../support/full-run.ts";
import { demoFolder, eventually, hasServer, newDataDir } from "../database/fixture.ts";
import { sendFile, sha256 } from "../files/senders.ts";
import { backupOf, contentsOf, isRestored, restore } from "./backups.ts";
import { brokenChain, brokenMoney, doubledOrHalf, endLeases, unfinished, withBooks } from "./books.ts";
import { openServer, startReady } from "./fixture.ts";

const email = "client@demo.test";

const filesIn = ({ url, bucket, accessKeyId, secretAccessKey }: FakeS3) => ({
  ...{ S3_ENDPOINT: url, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
});

/** Bytes that nobody can clean or draw, so that their file is ready as it is. */
const someBytes = (random: () => number): Uint8Array => Uint8Array.from({ length: 300_000 }, () => random() * 256);

test.runIf(isFullRun)(
  "a backup under load is one moment: restored, it is sound, whole, and has what was acknowledged before and nothing from after",
  async () => {
    const dataDir = demoFolder(onTestFinished);
    const app = await startReady({ dataDir });
    const cookie = await cookieOf(app.url, email);
    const random = randomFrom(seed);
    const sent = [await sendFile({ url: app.url, cookie, bytes: someBytes(random) })];
    const witness = newWitness();
    const players = [
      ...Array.from({ length: 3 }, () => play(() => app.url, email, witness, shopping(witness))),
      play(() => app.url, "admin@demo.test", witness, adminWork(witness)),
    ];
    let sending = true;
    const uploads = (async () => {
      while (sending) sent.push(await sendFile({ url: app.url, cookie, bytes: someBytes(random) }));
    })();
    await eventually(() => witness.paid.size > 3 || players.some((player) => player.failed()));

    const before = [...witness.placed.values()];
    const sentBefore = sent.map(({ sha256 }) => sha256);
    const made = await backupOf(dataDir, join(dirname(dataDir), "backups"));
    const asked = new Set(witness.asked);
    const more = witness.placed.size;
    await eventually(() => witness.placed.size > more || players.some((player) => player.failed()));
    sending = false;
    await Promise.all([uploads, ...players.map((player) => player.stop())]);
    await app.leave();

    const restored = newDataDir(onTestFinished);
    expect(await restore(made, restored)).toEqual(isRestored);
    expect(hasServer(restored)).toBe(false);
    expect(contentsOf(await backupOf(restored, join(dirname(restored), "backups")))).toEqual(contentsOf(made));
    const back = await withBooks(restored, async (books) => {
      const orders = await books.rows<{ id: string; key: string }>(
        "select id, idempotency_key as key from orders.orders where not demo",
      );
      expect(before.filter((id) => !orders.some((order) => order.id === id))).toEqual([]);
      expect(orders.filter(({ key }) => !asked.has(key))).toEqual([]);
      return orders;
    });
    const hashes = contentsOf(made).files.map(({ sha256 }) => sha256);
    expect(sentBefore.filter((sha256) => !hashes.includes(sha256))).toEqual([]);

    // What waited to be done at that moment is done by the restored product.
    const again = await startReady({ dataDir: restored });
    // A client who paid before the provider's event was stored returns to the shop.
    const client = openVisitor(() => again.url);
    await client.signIn(email);
    for (const { id } of back) if (witness.paying.has(id)) await lookAgain(client, witness, id);
    await withBooks(restored, async (books) => {
      await endLeases(books);
      await eventually(async () => Object.keys(await unfinished(books)).length === 0);
      expect(await doubledOrHalf(books)).toEqual([]);
      expect(await brokenMoney(books)).toEqual([]);
      expect(await brokenChain(books)).toEqual([]);
    });
    const [first] = sent;
    const answer = await fetch(`${again.url}/files/${first?.id}/work.bin`, { headers: { cookie } });
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 300_000]);
  },
);

test.runIf(isFullRun)(
  "from a server of the operator's and into one: same contents, the secret stays out, another secret is refused",
  async () => {
    const { urlOf } = await openServer();
    const secret = "s".repeat(32);
    const dataDir = newDataDir(onTestFinished);
    const first = { DATABASE_URL: urlOf("app", "postgres"), SECRET: secret };
    await (await startReady({ dataDir, env: { ...first, DEMO: "on" } })).leave();
    const made = await backupOf(dataDir, join(dirname(dataDir), "backups"), first);
    expect(existsSync(join(made, "secret"))).toBe(false);

    expect(await restore(made, newDataDir(onTestFinished), first)).toEqual({
      code: 1,
      output: "The database of DATABASE_URL is not empty: restore into an empty one.",
    });
    const embedded = newDataDir(onTestFinished);
    expect((await restore(made, embedded)).output).toMatch(/^This backup was made with SECRET set/);
    expect((await restore(made, embedded, { SECRET: "t".repeat(32) })).output).toMatch(/^SECRET is not the one/);
    expect(existsSync(embedded)).toBe(false);
    expect(await restore(made, embedded, { SECRET: secret })).toEqual(isRestored);

    const back = await backupOf(embedded, join(dirname(embedded), "backups"), { SECRET: secret });
    expect(contentsOf(back)).toEqual(contentsOf(made));
  },
);

test.runIf(isFullRun)(
  "embedded, then a PostgreSQL and a bucket of the operator's, then embedded again: every row and hash is equal",
  async () => {
    const [bucket, { pool, urlOf }] = [await startS3(), await openServer()];
    onTestFinished(() => bucket.close());
    await pool.query("create database shop");
    const dataDir = demoFolder(onTestFinished);
    const small = await startReady({ dataDir });
    const witness = newWitness();
    const player = play(() => small.url, email, witness, shopping(witness));
    await eventually(() => witness.paid.size > 0 || player.failed());
    await player.stop();
    const cookie = await cookieOf(small.url, email);
    const sent = await sendFile({ url: small.url, cookie, bytes: someBytes(randomFrom(seed)) });
    await small.leave();
    const first = await backupOf(dataDir, join(dirname(dataDir), "backups"));

    const grown = newDataDir(onTestFinished);
    const secret = readFileSync(join(first, "secret"), "utf8").trim();
    const own = { DATABASE_URL: urlOf("app", "shop"), SECRET: secret, ...filesIn(bucket) };
    expect(await restore(first, grown, own)).toEqual(isRestored);
    expect(bucket.store.objects.size).toBe(contentsOf(first).files.length);
    const second = await backupOf(grown, join(dirname(grown), "backups"), own);
    expect(contentsOf(second)).toEqual(contentsOf(first));

    const back = newDataDir(onTestFinished);
    expect(await restore(second, back, { SECRET: secret })).toEqual(isRestored);
    expect(contentsOf(await backupOf(back, join(dirname(back), "backups"), { SECRET: secret }))).toEqual(
      contentsOf(first),
    );
    const again = await startReady({ dataDir: back, env: { SECRET: secret } });
    const answer = await fetch(`${again.url}/files/${sent.id}/work.bin`, { headers: { cookie } });
    expect([answer.status, sha256(new Uint8Array(await answer.arrayBuffer()))]).toEqual([200, sent.sha256]);
  },
);

test.runIf(isFullRun)(
  "files of a bucket are in the backup and go back into a bucket, or into a folder; a bucket with files is refused",
  async () => {
    const [bucket, other] = [await startS3(), await startS3()];
    onTestFinished(() => Promise.all([bucket.close(), other.close()]).then(() => undefined));
    const dataDir = newDataDir(onTestFinished);
    const app = await startReady({ dataDir, env: filesIn(bucket) });
    const sent = await sendFile({
      url: app.url,
      cookie: await cookieOf(app.url, email),
      bytes: someBytes(randomFrom(seed)),
    });
    const made = await backupOf(dataDir, join(dirname(dataDir), "backups"), filesIn(bucket));
    await app.leave();
    expect(contentsOf(made).files.map(({ sha256 }) => sha256)).toContain(sent.sha256);

    const refused = await restore(made, newDataDir(onTestFinished), filesIn(bucket));
    expect(refused).toEqual({ code: 1, output: `Files lie in the bucket ${bucket.bucket} already: empty it first.` });
    const restored = newDataDir(onTestFinished);
    expect(await restore(made, restored, filesIn(other))).toEqual(isRestored);
    expect([...other.store.objects.keys()].sort()).toEqual([...bucket.store.objects.keys()].sort());
    const places: [folder: string, env: Record<string, string>][] = [[restored, filesIn(other)]];
    if (isFullRun) {
      const inFolder = newDataDir(onTestFinished);
      expect(await restore(made, inFolder)).toEqual(isRestored);
      places.push([inFolder, {}]);
    }

    for (const [folder, env] of places) {
      const again = await startReady({ dataDir: folder, env });
      const answer = await fetch(`${again.url}/files/${sent.id}/work.bin`, {
        headers: { cookie: await cookieOf(again.url, email) },
      });
      expect([answer.status, sha256(new Uint8Array(await answer.arrayBuffer()))]).toEqual([200, sent.sha256]);
      await again.leave();
    }
  },
);
