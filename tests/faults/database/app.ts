// A small program that uses a data folder as the application does. It says what happens in JSON lines, and obeys words
// on its standard input: "close" leaves and ends, "write" starts writers that say each row after its acknowledgement.
import { createInterface } from "node:readline";
import { openDatabase } from "#src/platform/database/open.ts";

const dataDir = process.argv[2] ?? "";
const first = Number(process.argv[3] ?? 0);
const say = (facts: object): void => void process.stdout.write(`${JSON.stringify(facts)}\n`);
const heard = (facts: object, message: string): void =>
  say({ log: message, ...facts, err: "err" in facts ? String(facts.err) : undefined });
const log = { info: heard, warn: () => undefined, error: heard };

const opened = await openDatabase({ dataDir, log }).catch((error: Error) => {
  say({ failed: error.message });
  process.exit(1);
});
const server = await opened.pool.query(
  "select current_setting('data_directory') as folder, pg_postmaster_start_time()::text as since",
);
say({ ready: true, ...server.rows[0] });

let writing = false;
const write = async (writer: number): Promise<void> => {
  for (let n = 0; writing; n++) {
    const id = first + n * 4 + writer;
    const client = await opened.pool.connect().catch(() => undefined);
    if (!client) continue;
    try {
      // two rows that must be there both or not at all
      await client.query("begin");
      await client.query("insert into witness (id, part) values ($1, 1)", [id]);
      await client.query("insert into witness (id, part) values ($1, 2)", [id]);
      await client.query("commit");
      client.release();
      say({ wrote: id });
    } catch (error) {
      client.release(true);
      if (!(error instanceof Error)) throw error;
    }
  }
};

let writers: Promise<void>[] = [];
const verbs: Record<string, () => Promise<void>> = {
  write: async () => {
    await opened.pool.query("create table if not exists witness (id bigint, part int, primary key (id, part))");
    writing = true;
    writers = [0, 1, 2, 3].map(write);
  },
  close: async () => {
    writing = false;
    await Promise.all(writers);
    await opened.close();
    say({ closed: true });
    process.exit(0);
  },
};
createInterface(process.stdin)
  .on("line", (verb) => void verbs[verb]?.())
  .on("close", () => process.exit(1)); // the test is gone
