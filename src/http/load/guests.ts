import type { Context, MiddlewareHandler } from "hono";
import { type RequestBudget, requestBudgets } from "#src/platform/guest-budgets.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { minuteMs } from "#src/shared/units.ts";
import type { Refuse } from "../refuse.tsx";
import { type Env, hasSession, isRead } from "../scope.ts";

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
