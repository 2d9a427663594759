import type { Configuration, ServerMetadata } from "openid-client";
import type { Config } from "#src/config.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { hourMs } from "#src/shared/units.ts";
import type { Provider } from "../domain/providers.ts";
import { appleSecret } from "./apple.ts";
import { reach } from "./outgoing.ts";
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
