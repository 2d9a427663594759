import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import type { Config } from "#src/config.ts";
import { isLoopback, readAddress } from "#src/platform/network-address.ts";
import type { Env } from "../env.ts";

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
/** Compared as hashes: equal lengths, and the time says nothing of the token. */
const same = (one: string, other: string): boolean => timingSafeEqual(sha256(one), sha256(other));

/** What a proxy adds: the request came from somewhere else, whatever its socket says. */
const passedOn = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded", "via"];

/** Who may see inside the process: who shows METRICS_TOKEN; while none is set, programs of this machine alone. */
export function mayObserve(c: Context<Env>, { metricsToken }: Config): boolean {
  if (metricsToken !== undefined) {
    const shown = /^Bearer +(.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    return shown !== undefined && same(shown, metricsToken);
  }
  const sender = readAddress(c.env.incoming?.socket.remoteAddress ?? "");
  return isLoopback(sender) && !passedOn.some((name) => c.req.header(name) !== undefined);
}
