import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeSmtp, startSmtp } from "#fakes/smtp.ts";
import { openHashing } from "#src/modules/accounts/hashing.ts";
import { withBooks } from "../app/books.ts";
import { type App, randomFrom, seed, startReady } from "../app/world.ts";
import { newDataDir } from "../database/world.ts";

// 400 pairs say whether medians differ by 5 %; a share of them in every run shows what is wrong by more than noise.
const full = Boolean(process.env.FULL_RUN);
const pairs = full ? 400 : 40;
const bounds = full
  ? { relative: 0.05, ms: 5, slower: [0.4, 0.6] as const }
  : { relative: 0.25, ms: 12, slower: [0.2, 0.8] as const };

const password = "eight small boats at dawn";
const cleanUp: (() => Promise<void>)[] = [];
let app: App;
let smtp: FakeSmtp;
let session = "";

beforeAll(async () => {
  smtp = await startSmtp();
  const dataDir = newDataDir((work) => cleanUp.push(async () => work()));
  const env = { DEMO: "off", SMTP_URL: smtp.url };
  app = await startReady({ dataDir, env }, (work) => cleanUp.unshift(work));
  await makePeople(dataDir, [...Array.from({ length: pairs * 4 }, (_, n) => known(n)), "asking@people.test"]);
  const entered = await post("/api/auth/sign-in/email", { email: "asking@people.test", password });
  session = entered.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
});
afterAll(async () => {
  for (const work of cleanUp) await work();
  await smtp.close();
});

const known = (n: number) => `known-${n}@people.test`;

/** Accounts as registering leaves them behind. */
async function makePeople(dataDir: string, emails: readonly string[]): Promise<void> {
  const hash = await openHashing().hash(password);
  if (!hash.ok) throw new Error(hash.message);
  await withBooks(dataDir, async ({ rows }) => {
    await rows(
      `with made as (
         insert into accounts.people (id, name, email, email_verified, created_at, updated_at)
         select gen_random_uuid(), 'Person', email, true, now() - interval '1 day', now() from unnest($1::text[]) email
         returning id)
       insert into accounts.sign_ins (id, user_id, provider_id, account_id, password, created_at, updated_at)
       select gen_random_uuid(), id, 'credential', id::text, $2, now(), now() from made`,
      [emails, hash.value],
    );
  });
}

type Fields = Record<string, string>;
const post = (path: string, fields: Fields, cookie = ""): Promise<Response> =>
  fetch(app.url + path, {
    method: "POST",
    redirect: "manual",
    headers: { origin: app.url, ...(cookie && { cookie }) },
    body: new URLSearchParams(fields),
  });

/** What a stranger can ask of every door that takes an address. */
const doors: readonly { name: string; ask: (email: string) => Promise<Response>; answers: RegExp }[] = [
  {
    name: "sign-in",
    ask: (email) => post("/api/auth/sign-in/email", { email, password: "these are other words" }),
    answers: /^401 .*do not match/,
  },
  {
    name: "reset",
    ask: (email) => post("/passreset", { email }),
    answers: /^200 [\s\S]*If there is an account for this address/,
  },
  {
    name: "register",
    ask: (email) =>
      post("/api/auth/sign-up/email", { name: "Somebody", email, password: "a quiet lake at night", terms: "on" }),
    answers: /^200 .*We sent you a mail/,
  },
  {
    name: "mail change",
    ask: (email) => post("/accountSettings/email", { email }, session),
    answers: /^302 \/accountSettings\?asked/,
  },
];

type Heard = { ms: number; status: number; words: string };

async function hear(ask: (email: string) => Promise<Response>, email: string): Promise<Heard> {
  const began = performance.now();
  const answer = await ask(email);
  const body = await answer.text();
  const ms = performance.now() - began;
  // What the sender wrote, and what is new in every answer, says nothing about the account.
  const words = `${answer.headers.get("location") ?? ""} ${body}`
    .replaceAll(email, "ADDRESS")
    .replaceAll(encodeURIComponent(email), "ADDRESS")
    .replace(/nonce=\\?"[^"]*"/g, "nonce")
    .replace(/urn:request:[\w-]+/g, "request");
  return { ms, status: answer.status, words };
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

test.each(doors)(
  "$name answers known and unknown addresses alike, in words and in time",
  async ({ name, ask, answers }) => {
    const random = randomFrom(seed);
    const from = doors.findIndex((door) => door.name === name) * pairs;
    await hear(ask, `warm-${randomUUID()}@people.test`);
    const times: { known: number; unknown: number }[] = [];
    for (let n = 0; n < pairs; n += 1) {
      // As long as the other one, so that only being known differs.
      const stranger = known(from + n).replace("known", "other");
      const first = random() < 0.5;
      const one = await hear(ask, first ? known(from + n) : stranger);
      const two = await hear(ask, first ? stranger : known(from + n));
      const [mine, others] = first ? [one, two] : [two, one];
      expect(mine.status).toBe(others.status);
      expect(mine.words).toBe(others.words);
      expect(`${mine.status} ${mine.words}`).toMatch(answers);
      times.push({ known: mine.ms, unknown: others.ms });
    }
    const medians = { known: median(times.map((t) => t.known)), unknown: median(times.map((t) => t.unknown)) };
    const apart = Math.abs(medians.known - medians.unknown);
    const slower = times.filter((t) => t.known > t.unknown).length / times.length;
    const said = `${name}: known ${medians.known.toFixed(2)} ms, unknown ${medians.unknown.toFixed(2)} ms, known slower in ${(slower * 100).toFixed(0)} % (seed ${seed})`;
    console.log(said);
    expect(apart, said).toBeLessThanOrEqual(Math.max(bounds.ms, medians.unknown * bounds.relative));
    expect(slower, said).toBeGreaterThanOrEqual(bounds.slower[0]);
    expect(slower, said).toBeLessThanOrEqual(bounds.slower[1]);
  },
);
