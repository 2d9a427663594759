import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono } from "hono";
import { sealedForEach } from "#src/modules/accounts/index.server.ts";
import { batchCalls } from "#src/platform/calls-at-once.ts";
import { repeatEvery } from "#src/platform/interval.ts";
import { atFrame, Stream } from "#src/platform/live/hub.ts";
import type { Live } from "#src/platform/live/live.ts";
import { parseTopic, type TopicKind } from "#src/platform/live/topics.ts";
import { problem } from "#src/platform/respond.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { done, notFound, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { minuteMs } from "#src/shared/units.ts";
import { isAdmin, type Person } from "#src/shared/viewer.ts";
import { setHeaders } from "./headers.ts";
import type { StillSignedIn } from "./running.ts";
import type { Env } from "./scope.ts";

/** So many topics a stream, streams a session and a process, and openings a minute. */
const most = { topics: 50, ofSession: 5, ofProcess: 5_000, opensAMinute: 60 };
const beatMs = 20_000;
/** A stream outlives its session, its role or its person's access by little more than this. */
const checkEveryMs = 3_000;
/** Sessions asked for in one statement. */
const sessionsAtOnce = 500;
/** Followers of one kind of topic that are asked about at once. */
const followersAtOnce = 500;
/** Streams that are opened at once and look up together where their topics stand. */
const opensAtOnce = 100;

/** GET /api/live?topics=a:1,b:2 — an event stream of "topic is at version N", for signed-in people. */
export function openLiveHandler(runtime: Runtime, live: Live, stillSignedIn: StillSignedIn) {
  /** Every open stream, and who follows. Another role or other capabilities sign a person out, and so end it. */
  const streams = new Map<Stream, Person>();
  /** How many streams each session has open. */
  const bySession = new Map<string, number>();
  let leaving = false;
  /** How many streams each session opened in this minute. */
  const opens = new Map<string, number>();
  let minute = 0;
  const head = headOf(runtime.config);

  const refusalFor = (sessionId: string): Refusal | null => {
    const now = Math.floor(Date.now() / minuteMs);
    if (now !== minute || opens.size > 20_000) opens.clear();
    minute = now;
    const count = (opens.get(sessionId) ?? 0) + 1;
    opens.set(sessionId, count);
    const mine = bySession.get(sessionId) ?? 0;
    if (count > most.opensAMinute || mine >= most.ofSession)
      return refuse("too-many", "Too many live connections are open. Close other tabs, or wait a minute.", {
        retryAfter: 60,
      });
    if (leaving || streams.size >= most.ofProcess)
      return refuse("unavailable", "Live updates are busy. The page works without them.", { retryAfter: 30 });
    return null;
  };

  const closed = (stream: Stream): void => {
    live.leave(stream);
    streams.delete(stream);
    const left = (bySession.get(stream.sessionId) ?? 1) - 1;
    if (left > 0) bySession.set(stream.sessionId, left);
    else bySession.delete(stream.sessionId);
  };
  const open = (sink: Socket | ServerResponse, viewer: Person, topics: readonly string[]): Stream => {
    const { sessionId } = viewer;
    const stream = new Stream(sink, { topics, sessionId, clock: Date.now, closed });
    live.follow(stream);
    streams.set(stream, viewer);
    bySession.set(sessionId, (bySession.get(sessionId) ?? 0) + 1);
    return stream;
  };
  /** "Topic is at N" for each topic of a new stream. */
  const lookUp = batchCalls<Stream, void>(async (opened) => {
    const versions = await live.versionsOf(new Set(opened.flatMap(({ topics }) => topics)));
    for (const stream of opened)
      for (const topic of stream.topics) {
        const version = versions.get(topic);
        if (version !== undefined) stream.at(topic, atFrame(topic, version));
      }
    return [];
  }, opensAtOnce);

  /** What is sealed for admins changes while they follow: a client reports a threat, or the time of an opening is over. */
  const checkSeals = async (): Promise<void> => {
    const admins = [...streams].filter(([, viewer]) => isAdmin(viewer));
    if (admins.length === 0) return;
    const ids = new Set(admins.map(([, { id }]) => id));
    const seals = await sealedForEach(runtime.db, [...ids], runtime.clock());
    for (const [stream, viewer] of admins)
      if (streams.has(stream)) streams.set(stream, { ...viewer, sealed: seals.get(viewer.id) ?? new Map() });
  };

  /** Stops sending a topic that its subscriber may no longer see, for example an order that went to another writer. */
  const checkTopics = async (): Promise<void> => {
    for (const [kind, all] of followersByKind(live, streams))
      for (let from = 0; from < all.length; from += followersAtOnce) {
        const some = all.slice(from, from + followersAtOnce);
        const seen = await stillSee(kind, runtime, some);
        for (const [at, { stream, topic }] of some.entries()) if (!seen[at] && streams.has(stream)) drop(stream, topic);
      }
  };
  const drop = (stream: Stream, topic: string): void => {
    live.drop(stream, topic);
    if (stream.topics.length === 0) stream.end(minuteMs);
  };

  /** Sessions that ended, here or on another process, end their streams. */
  const checkSessions = async (): Promise<void> => {
    const now = Date.now();
    for (const stream of streams.keys()) stream.weed(now);
    const asked = [...bySession.keys()];
    const ended = new Set<string>();
    for (let from = 0; from < asked.length; from += sessionsAtOnce) {
      const some = asked.slice(from, from + sessionsAtOnce);
      const alive = await stillSignedIn(runtime, some);
      for (const id of some) if (!alive.has(id)) ended.add(id);
    }
    if (ended.size > 0) for (const stream of streams.keys()) if (ended.has(stream.sessionId)) stream.end(minuteMs);
  };
  const check = async (): Promise<void> => {
    await checkSessions();
    await checkSeals();
    await checkTopics();
  };
  const beat = async (): Promise<void> => {
    for (const stream of streams.keys()) stream.beat();
    await Promise.all([live.catchUp(), live.recount()]);
  };

  return {
    gauges: {
      gauges: { streams: { help: "Open event streams of this process." } },
      read: () => [{ gauge: "streams", value: streams.size }],
    },
    addRoutes: (app: Hono<Env>): void => {
      app.get("/api/live", async (c) => {
        const ctx = c.get("scope");
        const { viewer, request } = ctx;
        if (viewer.kind !== "person") return problem(refuse("signed-out", "Sign in to get live updates."), request.id);
        const topics = await allowed(live, ctx, c.req.query("topics") ?? "");
        if (!topics.ok) return problem(topics, request.id);
        const refusal = refusalFor(viewer.sessionId);
        if (refusal) return problem(refusal, request.id);
        if (c.env.incoming.socket.destroyed) return RESPONSE_ALREADY_SENT; // gone while we looked who it is
        // Subscribed first, then looked up: a change in between is sent twice rather than missed.
        const sink = openEventStream(c.env, { ...head, "x-request-id": request.id });
        await lookUp(open(sink, viewer, topics.value));
        return RESPONSE_ALREADY_SENT;
      });
    },
    clocks: [
      repeatEvery(checkEveryMs, runtime.log, "live access", check),
      repeatEvery(beatMs, runtime.log, "live beat", beat),
    ],
    /** At shutdown: streams reconnect to another process, or to this one when it runs again. */
    leave: (): void => {
      leaving = true;
      for (const stream of streams.keys()) stream.end(Math.random() * 5_000);
    },
    check,
    count: () => streams.size,
  };
}

/** The asked topics when this person may follow every one of them. */
async function allowed(live: Live, ctx: Ctx, asked: string): Promise<Outcome<string[]>> {
  const topics = [...new Set(asked.split(",").filter(Boolean))];
  if (topics.length === 0 || topics.length > most.topics) return refuse("invalid", `Name 1 to ${most.topics} topics.`);
  return (await seesAll(live, ctx, topics)) ? done(topics) : notFound();
}

async function seesAll(live: Live, ctx: Ctx, topics: readonly string[]): Promise<boolean> {
  for (const topic of topics) {
    const parsed = parseTopic(topic);
    const kind = parsed && live.kinds.get(parsed.kind);
    if (!parsed || !kind || !(await kind.maySee(ctx, parsed.id))) return false;
  }
  return true;
}

type Following = { kind: TopicKind; stream: Stream; topic: string; id: string; viewer: Person };

/** Who follows what, each kind by itself. */
function followersByKind(live: Live, streams: ReadonlyMap<Stream, Person>): Map<TopicKind, Following[]> {
  const following = (stream: Stream, viewer: Person, topic: string): Following[] => {
    const parsed = parseTopic(topic);
    const kind = parsed && live.kinds.get(parsed.kind);
    return kind ? [{ kind, stream, topic, id: parsed.id, viewer }] : [];
  };
  const all = [...streams].flatMap(([stream, viewer]) =>
    stream.topics.flatMap((topic) => following(stream, viewer, topic)),
  );
  return Map.groupBy(all, ({ kind }) => kind);
}

const stillSee = (kind: TopicKind, runtime: Runtime, some: readonly Following[]): Promise<readonly boolean[]> => {
  const request = { id: "live", address: "" };
  return kind.stillSee
    ? kind.stillSee(runtime.db, some)
    : Promise.all(some.map(({ viewer, id }) => kind.maySee({ runtime, viewer, request }, id)));
};

/** What the head of every stream says. */
function headOf(config: Runtime["config"]): Readonly<Record<string, string>> {
  const headers = new Headers({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  });
  setHeaders(headers, config);
  return Object.fromEntries(headers);
}

const firstFrame = "retry: 2000\n\n";
const nothing = (): void => undefined;
type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse };

/**
 * Writes the head and gives what the stream is written to. It ends with its connection, so a frame needs no chunk around
 * it and is written to the socket itself; the response and the request's headers are released, and no more is read.
 */
function openEventStream(
  { incoming, outgoing }: Exchange,
  head: Readonly<Record<string, string>>,
): Socket | ServerResponse {
  const { socket } = outgoing;
  if (!socket) {
    outgoing.writeHead(200, head);
    outgoing.write(firstFrame);
    return outgoing; // an earlier answer is still under way on this connection
  }
  outgoing.removeAllListeners("close");
  outgoing.detachSocket(socket);
  incoming.headers = {};
  incoming.rawHeaders = [];
  socket.removeAllListeners("data");
  socket.on("data", nothing);
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  const date = `date: ${new Date().toUTCString()}\r\n`;
  socket.write(`HTTP/1.1 200 OK\r\n${lines.join("")}${date}connection: close\r\n\r\n${firstFrame}`);
  return socket;
}
