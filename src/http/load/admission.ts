import type { Context, MiddlewareHandler } from "hono";
import { type RequestBudget, requestBudgets } from "#src/platform/guest-budgets.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { minuteMs } from "#src/shared/units.ts";
import type { Refuse } from "../refuse.tsx";
import { type Env, hasSession, isRead } from "../scope.ts";

/**
 * Ordinary requests that are worked on at once, that wait for it, and how long they wait. Sign-ins that wait for their
 * password to be checked hold at most half of the places (accounts/sign-in/hashing.ts): pages of the same address continue.
 */
const bounds = { working: 136, waiting: 256, waitMs: 2_000 };

export type Release = () => void;
type Waiting = { begin: (release: Release | null) => void; timer: NodeJS.Timeout };

/**
 * Bounds the requests in work. Who finds no place waits; the places that come free go round the addresses that wait, so
 * that one with a thousand requests takes no turn from one with a single request. When too many wait, the longest of
 * these lines is cut.
 */
export function openAdmission(limits = bounds) {
  /** The lines by address; the first key is next. */
  const lines = new Map<string, Waiting[]>();
  let working = 0;
  let waiting = 0;

  const release = (): Release => {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      working -= 1;
      next();
    };
  };
  const next = (): void => {
    const [address, line] = lines.entries().next().value ?? [];
    const first = line?.shift();
    if (address === undefined || !line || !first) return;
    lines.delete(address);
    if (line.length > 0) lines.set(address, line);
    leave(first, true);
  };
  const leave = ({ begin, timer }: Waiting, admitted: boolean): void => {
    clearTimeout(timer);
    waiting -= 1;
    if (admitted) working += 1;
    begin(admitted ? release() : null);
  };
  const give = (address: string, one: Waiting): void => {
    const line = lines.get(address) ?? [];
    line.splice(line.indexOf(one), 1);
    if (line.length === 0) lines.delete(address);
    leave(one, false);
  };
  const longest = (): [string, Waiting[]] | undefined =>
    [...lines].reduce<[string, Waiting[]] | undefined>(
      (found, one) => (found && found[1].length >= one[1].length ? found : one),
      undefined,
    );

  return {
    /** A place, or null when there was none in time. Whoever gets one gives it back by calling it. */
    enter: (address: string): Release | Promise<Release | null> => {
      if (working < limits.working) {
        working += 1;
        return release();
      }
      if (waiting >= limits.waiting) {
        const [hog, line] = longest() ?? [];
        const last = line?.at(-1);
        if (hog === undefined || hog === address || !last) return Promise.resolve(null);
        give(hog, last);
      }
      return new Promise((begin) => {
        const one: Waiting = { begin, timer: setTimeout(() => give(address, one), limits.waitMs) };
        const line = lines.get(address);
        if (line) line.push(one);
        else lines.set(address, [one]);
        waiting += 1;
      });
    },
    /** Whether a request of this address would be refused at once. */
    isFull: (addressOf: () => string): boolean =>
      working >= limits.working && waiting >= limits.waiting && longest()?.[0] === addressOf(),
    counts: () => ({ working, waiting }),
  };
}

export type Admission = ReturnType<typeof openAdmission>;

/** Bounds what may run for long, such as uploads. Null: all places are taken. */
function openCounter(most: number): () => Release | null {
  let running = 0;
  return () => {
    if (running >= most) return null;
    running += 1;
    return () => {
      running -= 1;
    };
  };
}

/** Requests that bring bytes of files, at once in this process. */
const mostUploads = 256;
const busy = {
  status: 503,
  type: "unavailable",
  message: "Too many people are here at this moment. Try again in a few seconds.",
  retryAfter: 2,
};
const bringsBytes = (path: string, method: string): boolean =>
  (path === "/files" || path.startsWith("/files/")) && (method === "POST" || method === "PATCH");

/**
 * Gives every request a place among those in work, until its handler is done; uploads have places of their own. Streams
 * count while they are opened, downloads until their first byte.
 */
export function admitRequests(admission: Admission, refuse: Refuse): MiddlewareHandler<Env> {
  const uploads = openCounter(mostUploads);
  return async (c, next) => {
    const release = bringsBytes(c.req.path, c.req.method)
      ? uploads()
      : await admission.enter(c.get("scope").request.address);
    if (!release) return refuse(c, busy);
    try {
      return await next();
    } finally {
      release();
    }
  };
}

/**
 * Counts uses by key in the running minute, in this process alone: the database would cost more than the work. The
 * returned function gives null while the limit holds, else the seconds to wait.
 */
function perMinute(): (key: string, most: number, now: Date) => number | null {
  let counts = new Map<string, number>();
  let window = 0;
  return (key, most, now) => {
    const at = Math.floor(now.getTime() / minuteMs);
    if (at !== window) {
      window = at;
      counts = new Map();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= most ? null : Math.max(1, Math.ceil(((at + 1) * minuteMs - now.getTime()) / 1000));
  };
}

/** A key of a program is counted by itself (modules/api). */
const showsKey = (c: Context<Env>): boolean =>
  c.req.path.startsWith("/api/") && /^Bearer /i.test(c.req.header("authorization") ?? "");

const budgetOf = (c: Context<Env>): RequestBudget => {
  const asked = `${c.req.method} ${c.req.path}`;
  const found = requestBudgets.find(({ at }) => at.test(asked));
  if (!found) throw new Error(`No budget for ${asked}.`);
  return found;
};

/**
 * Holds guests to their budgets. `before` counts requests without a session cookie before a body is read, and forms
 * whose cookie belongs to no session. `after` counts reads whose session has ended.
 */
export function openGuestBudgets(runtime: Runtime, refuse: Refuse, isSignedIn: (c: Context<Env>) => Promise<boolean>) {
  const uses = perMinute();
  const spend = (c: Context<Env>, { what, perMinute: most }: RequestBudget): Response | null => {
    const { address } = c.get("scope").request;
    const wait = uses(`${what} ${address}`, most * runtime.config.limitsFactor, runtime.clock());
    if (wait === null) return null;
    const typed = isRead(c.req.method) ? "" : " Go back: what you typed is still there.";
    const message = `Too many requests came from your network. Wait ${wait} s, then try again.${typed}`;
    return refuse(c, { status: 429, type: "too-many", message, retryAfter: wait });
  };
  const before: MiddlewareHandler<Env> = async (c, next) => {
    const budget = budgetOf(c);
    const isCounted =
      !showsKey(c) &&
      (budget.everybody || !hasSession(c.req.raw.headers) || (!isRead(c.req.method) && !(await isSignedIn(c))));
    return (isCounted && spend(c, budget)) || next();
  };
  return { before, after: (c: Context<Env>): Response | null => (isRead(c.req.method) ? spend(c, budgetOf(c)) : null) };
}
