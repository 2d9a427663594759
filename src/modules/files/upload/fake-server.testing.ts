import type { Answer, Ask, Transport } from "./transport.ts";

/** What becomes of the next request. */
export type Fate =
  | "ok"
  /** A part of the bytes arrives, then the line is cut. */
  | "cut"
  /** All is done, but the answer is lost. */
  | "lost"
  /** Nothing arrives. */
  | "dead"
  | "busy"
  | "conflict"
  /** The server forgets the upload, and says so. */
  | "gone"
  | "signed-out"
  | "too-large";

type Kept = { got: number; length: number; sound: boolean };
type Open = { ask: Ask; end: (fate: Fate) => void };

const statusOf: Partial<Record<Fate, number>> = {
  busy: 503,
  conflict: 409,
  gone: 404,
  "signed-out": 401,
  "too-large": 413,
};

const answer = (status: number, headers: Record<string, string> = {}): Answer => ({
  status,
  body: "",
  header: (name) => headers[name] ?? null,
});

/** A file without bytes that knows which part of the whole it is, so that a hundred megabytes cost nothing. */
export type Range = Blob & { readonly start: number };
export const rangeFile = (size: number, start = 0): Range => {
  const range = {
    size,
    start,
    type: "",
    slice: (from = 0, to = size) => rangeFile(Math.min(to, size) - Math.min(from, size), start + from),
    arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)),
  };
  return range as unknown as Range;
};
const rangeOf = (body: Blob | undefined): { size: number; start: number } => {
  if (!body) return { size: 0, start: 0 };
  if (!("start" in body) || typeof body.start !== "number") throw new Error("This server takes ranges only.");
  return { size: body.size, start: body.start };
};

/** A tus server in memory whose every answer waits until the test says what becomes of it. */
export const fakeServer = (endpoint: string, part: () => number = () => 0.5) => {
  const uploads = new Map<string, Kept>();
  const open: Open[] = [];
  const asked: Ask[] = [];
  let made = 0;

  const create = ({ headers, body }: Ask): Answer => {
    made += 1;
    const url = `${endpoint}/u${made}`;
    const { size, start } = rangeOf(body);
    uploads.set(url, { got: size, length: Number(headers["upload-length"]), sound: start === 0 });
    return answer(201, { location: url, ...(body && { "upload-offset": String(size) }) });
  };

  const append = ({ headers, body }: Ask, kept: Kept, share: number): Answer => {
    if (Number(headers["upload-offset"]) !== kept.got) return answer(409);
    const { size, start } = rangeOf(body);
    if (start !== kept.got) kept.sound = false;
    kept.got += Math.floor(size * share);
    return answer(204, { "upload-offset": String(kept.got) });
  };

  const work = (ask: Ask, share: number): Answer => {
    if (ask.method === "POST") return create(ask);
    const kept = uploads.get(ask.url);
    if (!kept) return answer(404);
    if (ask.method === "PATCH") return append(ask, kept, share);
    if (ask.method === "HEAD") return answer(200, { "upload-offset": String(kept.got) });
    uploads.delete(ask.url);
    return answer(204);
  };

  const transport: Transport = (ask) => {
    asked.push(ask);
    return new Promise<Answer>((resolve, reject) => {
      const cut = () => {
        const at = open.findIndex((one) => one.ask === ask);
        if (at >= 0) open.splice(at, 1);
        reject(new Error("cut"));
      };
      ask.signal.addEventListener("abort", cut);
      open.push({
        ask,
        end: (fate) => {
          const at = open.findIndex((one) => one.ask === ask);
          if (at >= 0) open.splice(at, 1);
          ask.signal.removeEventListener("abort", cut);
          if (fate === "gone") uploads.delete(ask.url);
          const status = statusOf[fate];
          if (status) return resolve(answer(status));
          if (fate === "dead") return cut();
          const done = work(ask, fate === "cut" ? part() : 1);
          return fate === "ok" ? resolve(done) : cut();
        },
      });
    });
  };

  return { transport, uploads, open, asked };
};

type Wake = { at: number; wake: () => void };

/** A clock that stands still until the test moves it. */
export const fakeClock = () => {
  let time = 0;
  const naps: Wake[] = [];
  return {
    now: () => time,
    naps,
    wait: (ms: number, signals: readonly AbortSignal[]) =>
      new Promise<void>((resolve) => {
        const nap: Wake = {
          at: time + ms,
          wake: () => {
            const at = naps.indexOf(nap);
            if (at >= 0) naps.splice(at, 1);
            resolve();
          },
        };
        naps.push(nap);
        for (const signal of signals) signal.addEventListener("abort", nap.wake);
        if (signals.some(({ aborted }) => aborted)) nap.wake();
      }),
    /** Moves to the end of the next wait; false when nobody waits. */
    next: (): boolean => {
      const nap = naps.toSorted((a, b) => a.at - b.at)[0];
      if (!nap) return false;
      time = Math.max(time, nap.at);
      nap.wake();
      return true;
    },
    pass: (ms: number) => {
      time += ms;
    },
  };
};

/** Lets everything run that only waits for promises. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
