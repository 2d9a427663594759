import { sql } from "drizzle-orm";
import pg from "pg";
import { type Database, send } from "../database/database.ts";
import type { Log } from "../log.ts";
import type { News } from "./topics.ts";

const channel = "paperwright_live";
/** PostgreSQL takes 8,000 bytes; a character may need four. */
const mostBytes = 7_500;
const name = "paperwright live";

/** True while a process of the product is connected to this database to follow its changes, as every web process and worker is. */
export async function isServed(db: Database): Promise<boolean> {
  const found = sql`select 1 from pg_stat_activity where application_name = ${name} and datname = current_database()`;
  return (await send(db, found)).rows.length > 0;
}

type Message = {
  from: string;
  at?: [string, number][];
  ephemerals?: [string, Record<string, string>][];
  hello?: true;
  welcome?: true;
};

/** Letters that each fit into one NOTIFY. */
export function messagesOf(from: string, news: News): string[] {
  const messages: Message[] = [];
  let size = mostBytes;
  const add = (bytes: number, put: (message: Message) => void) => {
    if (size + bytes > mostBytes) {
      messages.push({ from });
      size = 100;
    }
    size += bytes;
    const last = messages.at(-1);
    if (last) put(last);
  };
  const weigh = (part: unknown) => Buffer.byteLength(JSON.stringify(part)) + 1;
  for (const [topic, version] of news.at)
    add(weigh([topic, version]), (message) => {
      message.at ??= [];
      message.at.push([topic, version]);
    });
  for (const [topic, state] of news.ephemerals)
    add(weigh([topic, state]), (message) => {
      message.ephemerals ??= [];
      message.ephemerals.push([topic, { ...state }]);
    });
  return messages.map((message) => JSON.stringify(message));
}

type Parts = {
  /** A connection of its own: LISTEN needs one that stays, and NOTIFY must not wait for the pool. */
  connection: pg.PoolConfig;
  log: Log;
  id: string;
  received: (news: News) => void;
  /** The connection was lost or is new: changes since then must be looked up. */
  back: () => void;
};

/** News between the processes of one database, by LISTEN and NOTIFY. Alone, a process says nothing. */
export function openCrossProcess({ connection, log, id, received, back }: Parts) {
  let client: pg.Client | null = null;
  let others = false;
  let closed = false;
  let wait = 250;
  let again: NodeJS.Timeout | undefined;

  const say = async (messages: readonly string[]): Promise<void> => {
    for (const message of messages) await client?.query("select pg_notify($1, $2)", [channel, message]);
  };

  const receive = (payload: string | undefined): void => {
    const message = readMessage(payload);
    if (!message || message.from === id) return;
    if (message.hello || message.welcome) others = true;
    // What this process did before it knew of the new one, the new one looks up now.
    if (message.hello) void say([JSON.stringify({ from: id, welcome: true } satisfies Message)]).catch(() => undefined);
    else if (message.welcome) back();
    else received({ at: new Map(message.at), ephemerals: message.ephemerals ?? [] });
  };

  const count = async (): Promise<void> => {
    const found = await client?.query(
      "select count(*)::int as many from pg_stat_activity where application_name = $1 and datname = current_database()",
      [name],
    );
    others = (found?.rows[0]?.many ?? 0) > 1;
  };

  const connect = async (): Promise<void> => {
    const made = new pg.Client({ ...connection, application_name: name, keepAlive: true, query_timeout: 11_000 });
    const lost = (): void => {
      if (client !== made && client !== null) return;
      client = null;
      made.end().catch(() => undefined);
      if (!closed && !again) again = setTimeout(retry, wait);
    };
    made.on("error", lost);
    made.on("end", lost);
    made.on("notification", ({ payload }) => receive(payload));
    try {
      await made.connect();
      await made.query(`listen ${channel}`);
      client = made;
      wait = 250;
      await count();
      await say([JSON.stringify({ from: id, hello: true } satisfies Message)]);
      back();
    } catch (err) {
      log.warn({ err }, "live updates between processes are down");
      lost();
    }
  };

  const retry = (): void => {
    again = undefined;
    wait = Math.min(wait * 2, 5_000);
    if (!closed) void connect();
  };

  return {
    open: connect,
    /** Notifies the other processes, if there are any. Never rejects: a process that missed it looks versions up. */
    publish: async (news: News): Promise<void> => {
      if (!others || !client) return;
      await say(messagesOf(id, news)).catch((err) => log.warn({ err }, "live updates did not reach other processes"));
    },
    /** Whether other processes are there, counted anew. */
    recount: () => count().catch(() => undefined),
    close: async (): Promise<void> => {
      closed = true;
      clearTimeout(again);
      const last = client;
      client = null;
      await last?.end().catch(() => undefined);
    },
  };
}

function readMessage(payload: string | undefined): Message | null {
  try {
    const message: unknown = JSON.parse(payload ?? "");
    return typeof message === "object" && message !== null && "from" in message ? (message as Message) : null;
  } catch {
    return null;
  }
}
