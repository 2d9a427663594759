import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Config } from "#src/config.ts";
import { randomText } from "#src/platform/ids.ts";
import { isIn, limitKey, type NetworkAddress, readAddress } from "#src/platform/network-address.ts";
import type { RequestScope, Theme } from "#src/platform/request-context.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { guest } from "#src/shared/viewer.ts";

const themes: readonly string[] = ["light", "dark", "system"];
const cookieOf = (headers: Headers, name: string): string | null =>
  headers.get("cookie")?.match(new RegExp(`(?:^|;\\s*)${name}=([^;]*)`))?.[1] ?? null;
const themeOf = (headers: Headers): Theme => {
  const theme = cookieOf(headers, "theme");
  return theme && themes.includes(theme) ? (theme as Theme) : "system";
};

/** A method that changes nothing. */
export const isRead = (method: string): boolean => method === "GET" || method === "HEAD";

/** An address as `isPublic` wants it. */
export const publicPath = (path: string): string => path.toLowerCase().replace(/(.)\/+$/, "$1");

/** Whether the request names a session; it may be over. */
export const hasSession = (headers: Headers): boolean =>
  /(?:^|;\s*)(?:__Host-)?pw_session=/.test(headers.get("cookie") ?? "");

/** What the rest of the product learns of a request before its sender is known: network address, device, theme. */
export const scopeOf = (c: Context<Env>, runtime: Runtime): RequestScope => ({
  runtime,
  viewer: guest,
  request: {
    id: requestId(),
    address: callerAddress(
      c.env?.incoming?.socket.remoteAddress,
      c.req.header("x-forwarded-for") ?? null,
      runtime.config,
    ),
    agent: (c.req.header("user-agent") ?? "").slice(0, 300),
    device: cookieOf(c.req.raw.headers, "(?:__Host-)?pw_device"),
    theme: cookieOf(c.req.raw.headers, "theme"),
  },
  nonce: "",
  theme: themeOf(c.req.raw.headers),
});

/** The scope of a page that is made once for every visitor without a session. */
export const anonymous = (runtime: Runtime): RequestScope => ({
  runtime,
  viewer: guest,
  request: { id: "public-page", address: "" },
  nonce: "",
  theme: "system",
});

/** What every Hono handler of the product can reach: Node's request and the viewer. */
export type Env = { Bindings: HttpBindings; Variables: { scope: RequestScope } };

/**
 * The address that limits count: the socket's, or, behind trusted proxies, the last one in X-Forwarded-For that is
 * not a trusted proxy (read right to left, RFC 7239 section 8.1). What is no address ends the reading: then it is the
 * proxy that wrote it. IPv6 is cut to its /64; "" when there is no socket.
 */
export function callerAddress(socket: string | undefined, forwarded: string | null, config: Config): string {
  const sender = readAddress(socket ?? "");
  if (!sender) return "";
  let address = sender;
  const isTrusted = (one: NetworkAddress) => config.trustedProxies.some((network) => isIn(one, network));
  for (const hop of forwarded?.split(",").reverse() ?? []) {
    const before: NetworkAddress | null = isTrusted(address) ? readAddress(hop) : null;
    if (!before) break;
    address = before;
  }
  return limitKey(address);
}

/** Twelve random characters that name a request in answers and logs. */
export const requestId = (): string => randomText(9);

/** 144 random bits that a page's own scripts and styles show (CSP, nonce). */
export const pageNonce = (): string => randomText(18);
