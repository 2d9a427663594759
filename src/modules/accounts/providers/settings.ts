import type { Config } from "#src/config.ts";
import { type Provider, providerName, providers } from "../domain/providers.ts";

/** What is the same for both providers once they are set up. */
export type ProviderSettings = { provider: Provider; clientId: string; issuer: URL; scope: string };

export function settingsOf({ google, apple }: Config, provider: Provider): ProviderSettings | null {
  if (provider === "google")
    return google && { provider, clientId: google.clientId, issuer: google.issuer, scope: "openid email profile" };
  return apple && { provider, clientId: apple.servicesId, issuer: apple.issuer, scope: "openid email name" };
}

/** The providers that are set up: only these are offered. */
export const offeredProviders = (config: Config): Provider[] =>
  providers.filter((provider) => settingsOf(config, provider) !== null);

const standard: Record<Provider, string> = {
  google: "https://accounts.google.com",
  apple: "https://appleid.apple.com",
};

export type ProviderEndpoint = { provider: Provider; name: string; address: string; own: boolean };

/** Where sign-ins go, for the operator; `own` when it is not the provider's own address. */
export const providerEndpoints = (config: Config): ProviderEndpoint[] =>
  offeredProviders(config).flatMap((provider) => {
    const issuer = settingsOf(config, provider)?.issuer;
    const address = issuer ? issuer.href.replace(/\/$/, "") : "";
    return [{ provider, name: providerName[provider], address, own: address !== standard[provider] }];
  });

/** Pages with a button that posts and is answered by the provider's page: their policy must name its origin. */
const pages = /^\/(?:login|register|start|confirm-identity|accountsettings)(?:\/|$)/i;

/** For the policy of a page (CSP form-action). */
export const formTargets = (path: string, config: Config): string[] =>
  pages.test(path)
    ? offeredProviders(config).flatMap((provider) => settingsOf(config, provider)?.issuer.origin ?? [])
    : [];
