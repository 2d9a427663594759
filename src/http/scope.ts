import type { Context } from "hono";
import type { RequestScope, Theme } from "#src/platform/request-context.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { guest, type Viewer } from "#src/shared/viewer.ts";
import { callerAddress } from "./address.ts";
import type { Env } from "./env.ts";

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

type Asker = { viewer: Viewer; id: string; nonce: string };

/** What the rest of the product learns of a request: viewer, network address, theme. */
export const scopeOf = (c: Context<Env>, runtime: Runtime, { viewer, id, nonce }: Asker): RequestScope => ({
  runtime,
  viewer,
  request: {
    id,
    address: callerAddress(
      c.env?.incoming?.socket.remoteAddress,
      c.req.header("x-forwarded-for") ?? null,
      runtime.config,
    ),
    agent: (c.req.header("user-agent") ?? "").slice(0, 300),
    device: cookieOf(c.req.raw.headers, "(?:__Host-)?pw_device"),
    theme: cookieOf(c.req.raw.headers, "theme"),
  },
  nonce,
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
