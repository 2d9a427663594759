import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { quietLog } from "#tests/support/quiet-log.ts";
import { createTestRuntime, type TestRuntime } from "#tests/support/runtime.ts";
import { type Live, openLive } from "./live.ts";
import type { TopicKind } from "./topics.ts";

let runtime: TestRuntime;
beforeAll(async () => {
  runtime = await createTestRuntime();
  await runtime.database.pool.query("create table things (id text primary key, version int)");
});
afterAll(() => runtime.drop());
const open: Live[] = [];
afterEach(() => Promise.all(open.splice(0).map((live) => live.close())));

const thing: TopicKind = {
  kind: "thing",
  maySee: async () => true,
  versions: async (_db, ids) => {
    const { rows } = await runtime.database.pool.query("select id, version from things where id = any($1)", [ids]);
    return new Map(rows.map(({ id, version }) => [id, version]));
  },
};

async function process(id: string): Promise<{ live: Live; seen: string[]; until: (line: string) => Promise<void> }> {
  const live = openLive({ connection: runtime.database.connection, log: quietLog, id, kinds: [thing] });
  open.push(live);
  const seen: string[] = [];
  let wake: () => void = () => undefined;
  live.follow({
    topics: ["thing:a"],
    at: (_topic, frame) => {
      seen.push(String(frame).split("data: ")[1]?.trim() ?? "");
      wake();
    },
    ephemeral: (frame) => {
      seen.push(String(frame).split("data: ")[1]?.trim() ?? "");
      wake();
    },
  });
  await live.open(runtime);
  const until = async (line: string): Promise<void> => {
    while (!seen.includes(line)) await new Promise<void>((done) => (wake = done));
  };
  return { live, seen, until };
}

test("news and passing words reach the streams of both processes", async () => {
  const [a, b] = [await process("a"), await process("b")];
  await a.live.recount();
  a.live.publish("thing:a", 5);
  b.live.ephemeral("thing:a", { who: "Support" });
  await Promise.all([b.until("thing:a 5"), a.until('{"topic":"thing:a","state":{"who":"Support"}}')]);
  expect(a.seen).toContain("thing:a 5");
  expect(b.seen.filter((line) => line === "thing:a 5")).toHaveLength(1);
});

test("a lost connection is opened again, and missed changes are found by the versions", async () => {
  const [a, b] = [await process("a"), await process("b")];
  await runtime.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'paperwright live' and datname = current_database()",
  );
  await runtime.database.pool.query("insert into things values ('a', 9) on conflict (id) do update set version = 9");
  await Promise.all([a.until("thing:a 9"), b.until("thing:a 9")]);
  // The 9 may come from the look-up at the opening, before the cut: until both lines stand again, words get lost.
  const later = (line: string): boolean => Number(line.split(" ")[1]) >= 10;
  for (let version = 10; !b.seen.some(later); version += 1) {
    a.live.publish("thing:a", version);
    await runtime.database.pool.query("select 1");
  }
});

test("a process that starts later receives from those that ran before", async () => {
  const a = await process("a");
  a.live.publish("thing:a", 20);
  const b = await process("b");
  await a.live.recount();
  a.live.publish("thing:a", 21);
  await b.until("thing:a 21");
});

test("a new process looks up the changes from before it was known", async () => {
  const a = await process("a");
  const opening = process("b");
  await runtime.database.pool.query("insert into things values ('a', 31) on conflict (id) do update set version = 31");
  a.live.publish("thing:a", 31);
  const b = await opening;
  await b.until("thing:a 31");
});
