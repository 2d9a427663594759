import { createPrivateKey } from "node:crypto";
import { type ClientRequest, type IncomingMessage, request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import type { Configuration, ServerMetadata } from "openid-client";
import { type Config, isLoopback } from "#src/config.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { hourMs } from "#src/shared/units.ts";
import type { Provider } from "../domain/providers.ts";
import { type ProviderSettings, settingsOf } from "./settings.ts";

const freshFor = hourMs;

type Known = { metadata: ServerMetadata; at: number };
type Cache = { known: Map<Provider, Known>; asking: Map<Provider, Promise<ServerMetadata>> };
const caches = new WeakMap<Config, Cache>();

const cacheOf = (config: Config): Cache => {
  const cache = caches.get(config) ?? { known: new Map(), asking: new Map() };
  caches.set(config, cache);
  return cache;
};

export type Connection = { settings: ProviderSettings; metadata: ServerMetadata; client: Configuration };

/**
 * How to speak with a provider now: its published addresses, asked for at the first use and again after an hour, and
 * a client with a secret for this use. Throws when it is not set up; rejects when it cannot be reached and never was.
 */
export async function connect(runtime: Runtime, provider: Provider): Promise<Connection> {
  const settings = settingsOf(runtime.config, provider);
  if (!settings) throw new Error(`Sign-in with ${provider} is not set up.`);
  const oidc = await import("openid-client");
  const metadata = await discover(runtime, settings);
  const secret = provider === "apple" ? await appleSecret(runtime) : (runtime.config.google?.clientSecret ?? "");
  const client = new oidc.Configuration(
    metadata,
    settings.clientId,
    { [oidc.clockTolerance]: 60 },
    oidc.ClientSecretPost(secret),
  );
  client[oidc.customFetch] = reach;
  if (settings.issuer.protocol === "http:") oidc.allowInsecureRequests(client);
  return { settings, metadata, client };
}

/** The next use asks anew: for keys or addresses that changed. */
export const forgetProvider = (runtime: Runtime, provider: Provider): void =>
  void cacheOf(runtime.config).known.delete(provider);

async function discover(runtime: Runtime, settings: ProviderSettings): Promise<ServerMetadata> {
  const { known, asking } = cacheOf(runtime.config);
  const { provider } = settings;
  const before = known.get(provider);
  const now = runtime.clock().getTime();
  if (before && now - before.at < freshFor) return before.metadata;
  const running = asking.get(provider) ?? ask(settings).finally(() => asking.delete(provider));
  asking.set(provider, running);
  try {
    const metadata = await running;
    known.set(provider, { metadata, at: now });
    return metadata;
  } catch (err) {
    runtime.log.warn({ err, provider }, "a sign-in provider does not tell its addresses");
    if (before) return before.metadata;
    throw err;
  }
}

/** The issuer must match to the letter, and people are sent to its own origin only (the page's policy names no other). */
async function ask({ issuer, clientId }: ProviderSettings): Promise<ServerMetadata> {
  const { discovery, customFetch, allowInsecureRequests } = await import("openid-client");
  const found = await discovery(issuer, clientId, undefined, undefined, {
    [customFetch]: reach,
    execute: issuer.protocol === "http:" ? [allowInsecureRequests] : [],
  });
  const metadata = found.serverMetadata();
  const { authorization_endpoint: page } = metadata;
  if (!page || new URL(page).origin !== issuer.origin)
    throw new Error(`${issuer.host} names a sign-in page at another origin.`);
  return metadata;
}

const minutes = 5;

/** Apple's client secret: a statement signed with ES256 by the operator's key, made anew for each use. */
async function appleSecret({ config: { apple }, clock }: Pick<Runtime, "config" | "clock">): Promise<string> {
  if (!apple) throw new Error("Sign-in with Apple is not set up.");
  const { SignJWT } = await import("jose");
  const now = Math.floor(clock().getTime() / 1000);
  return new SignJWT({})
    .setProtectedHeader({ alg: "ES256", kid: apple.keyId })
    .setIssuer(apple.teamId)
    .setSubject(apple.servicesId)
    .setAudience(apple.issuer.href.replace(/\/$/, ""))
    .setIssuedAt(now)
    .setExpirationTime(now + minutes * 60)
    .sign(createPrivateKey(apple.privateKey));
}

const timeouts = { connectMs: 3_000, totalMs: 10_000 };
const mostBytes = 1_048_576;

type Asked = { method?: string; headers?: Headers | Record<string, string>; body?: unknown };

/**
 * A `fetch` for providers: https, or plain http to this machine; 3 seconds to connect, 10 in all, at most
 * 1 MB, redirects are not followed. Rejects when the provider cannot be reached in this time.
 */
export function reach(
  address: string,
  { method = "GET", headers = {}, body }: Asked = {},
  { connectMs, totalMs } = timeouts,
): Promise<Response> {
  const url = new URL(address);
  const secure = url.protocol === "https:";
  if (!secure && !isLoopback(url)) return Promise.reject(new Error(`${url.host} must be asked by https.`));
  return new Promise((resolve, reject) => {
    const request = (secure ? tlsRequest : plainRequest)(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      signal: AbortSignal.timeout(totalMs),
    });
    giveUpConnecting(request, secure, connectMs);
    request.on("error", reject);
    request.on("response", (answer) => void collect(answer).then(resolve, reject));
    request.end(body === undefined || body === null ? undefined : String(body));
  });
}

function giveUpConnecting(request: ClientRequest, secure: boolean, connectMs: number): void {
  request.on("socket", (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => request.destroy(new Error("no connection in time")), connectMs);
    socket.once(secure ? "secureConnect" : "connect", () => clearTimeout(timer));
    socket.once("close", () => clearTimeout(timer));
  });
}

async function collect(answer: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) throw new Error("The provider's answer is too long.");
    chunks.push(chunk);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) if (typeof value === "string") headers.set(name, value);
  const status = answer.statusCode ?? 502;
  const empty = status === 204 || status === 304;
  return new Response(empty ? null : Buffer.concat(chunks), { status, headers });
}
