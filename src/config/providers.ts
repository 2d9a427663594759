import { createPrivateKey } from "node:crypto";
import { z } from "zod";
import { open, secret, webAddress } from "./field.ts";

/** Environment variables of sign-in with Google and Apple: printed with the others of config.ts. */
export const providerFields = {
  googleClientId: open(
    "GOOGLE_CLIENT_ID",
    "sign-in with Google: the client's id; its redirect address is BASE_URL/api/auth/callback/google",
  ),
  googleClientSecret: secret("GOOGLE_CLIENT_SECRET", "sign-in with Google: the client's secret"),
  googleIssuer: open(
    "GOOGLE_ISSUER",
    "another provider in Google's place, for trials: https or loopback, and never with a real client",
    "https://accounts.google.com",
  ),
  appleServicesId: open(
    "APPLE_SERVICES_ID",
    "sign-in with Apple: the services id; its return address is BASE_URL/api/auth/callback/apple",
  ),
  appleTeamId: open("APPLE_TEAM_ID", "sign-in with Apple: the team's id"),
  appleKeyId: open("APPLE_KEY_ID", "sign-in with Apple: the key's id"),
  applePrivateKey: secret(
    "APPLE_PRIVATE_KEY",
    "sign-in with Apple: the key itself (PEM, P-256); line breaks may be written as \\n",
  ),
  applePrivateKeyFile: open("APPLE_PRIVATE_KEY_FILE", "a file with that key, instead of APPLE_PRIVATE_KEY"),
  appleIssuer: open(
    "APPLE_ISSUER",
    "another provider in Apple's place, for trials: https or loopback, and a team id that starts with TEST",
    "https://appleid.apple.com",
  ),
};

const some = z.string().min(1).optional();

export const providerSchema = {
  GOOGLE_CLIENT_ID: some,
  GOOGLE_CLIENT_SECRET: some,
  GOOGLE_ISSUER: webAddress.default(providerFields.googleIssuer.standard),
  APPLE_SERVICES_ID: some,
  APPLE_TEAM_ID: some,
  APPLE_KEY_ID: some,
  APPLE_PRIVATE_KEY: some,
  APPLE_PRIVATE_KEY_FILE: some,
  APPLE_ISSUER: webAddress.default(providerFields.appleIssuer.standard),
};
const schema = z.object(providerSchema);
type Given = z.infer<typeof schema>;

type GoogleConfig = { clientId: string; clientSecret: string; issuer: URL };
type AppleConfig = { servicesId: string; teamId: string; keyId: string; privateKey: string; issuer: URL };
/** Null: not set up, and not offered. */
export type ProviderConfig = { google: GoogleConfig | null; apple: AppleConfig | null };

type Context = {
  baseUrl: URL;
  isLoopback: (url: URL) => boolean;
  /** Reads a file; throws when it cannot. */
  readFile: (path: string) => string;
};
type Read = ProviderConfig & { errors: string[] };

/** Sign-in with Google and Apple as it is set up, or one sentence for every wrong variable. */
export function readProviders(given: Given, context: Context): Read {
  const errors: string[] = [];
  const google = readGoogle(given, context, errors);
  const apple = readApple(given, context, errors);
  return { google, apple, errors };
}

function readGoogle(given: Given, context: Context, errors: string[]): GoogleConfig | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = given;
  if (!clientId && !clientSecret) return null;
  if (!clientId || !clientSecret) {
    const [missing, there] = clientId
      ? ["GOOGLE_CLIENT_SECRET", "GOOGLE_CLIENT_ID"]
      : ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"];
    errors.push(`${missing}: is missing; it belongs to ${there}.`);
    return null;
  }
  const own = checkIssuer("GOOGLE_ISSUER", given.GOOGLE_ISSUER, context, errors);
  const real = clientId.endsWith(".apps.googleusercontent.com") || clientSecret.startsWith("GOCSPX-");
  if (own && real)
    errors.push("GOOGLE_ISSUER: a real Google client would go to another address; take one of the two away.");
  return { clientId, clientSecret, issuer: new URL(given.GOOGLE_ISSUER) };
}

const appleNames = ["APPLE_SERVICES_ID", "APPLE_TEAM_ID", "APPLE_KEY_ID"] as const;

function readApple(given: Given, context: Context, errors: string[]): AppleConfig | null {
  const privateKey = appleKey(given, context, errors);
  const there = [...appleNames.filter((name) => given[name]), ...(privateKey === null ? [] : ["APPLE_PRIVATE_KEY"])];
  const { APPLE_SERVICES_ID: servicesId, APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId } = given;
  if (there.length === 0) return null;
  if (!servicesId || !teamId || !keyId || privateKey === null) {
    const missing = [...appleNames, "APPLE_PRIVATE_KEY"].filter((name) => !there.includes(name));
    errors.push(`${missing[0]}: is missing; sign-in with Apple needs ${[...appleNames].join(", ")} and the key.`);
    return null;
  }
  if (!isP256(privateKey)) errors.push("APPLE_PRIVATE_KEY: must be a private key for P-256 in PEM, as Apple gives it.");
  const own = checkIssuer("APPLE_ISSUER", given.APPLE_ISSUER, context, errors);
  if (own && !teamId.startsWith("TEST"))
    errors.push(
      "APPLE_ISSUER: a real Apple team would go to another address; trials use a team id with TEST in front.",
    );
  if (!own && context.baseUrl.protocol !== "https:")
    errors.push("APPLE_SERVICES_ID: Apple sends people back to https only; BASE_URL must be https.");
  return { servicesId, teamId, keyId, privateKey, issuer: new URL(given.APPLE_ISSUER) };
}

function appleKey(given: Given, context: Context, errors: string[]): string | null {
  const { APPLE_PRIVATE_KEY: inline, APPLE_PRIVATE_KEY_FILE: file } = given;
  if (inline) return inline.replaceAll("\\n", "\n");
  if (!file) return null;
  try {
    return context.readFile(file);
  } catch {
    errors.push("APPLE_PRIVATE_KEY_FILE: cannot be read.");
    return null;
  }
}

/** True when the address is not the provider's own; then it must be https, or this machine. */
function checkIssuer(
  env: "GOOGLE_ISSUER" | "APPLE_ISSUER",
  address: string,
  context: Context,
  errors: string[],
): boolean {
  const standard = env === "GOOGLE_ISSUER" ? providerFields.googleIssuer.standard : providerFields.appleIssuer.standard;
  const url = new URL(address);
  if (url.origin === standard && url.pathname === "/" && !url.search && !url.hash) return false;
  if (url.protocol !== "https:" && !context.isLoopback(url)) errors.push(`${env}: must be https outside this machine.`);
  if (url.search || url.hash || url.username) errors.push(`${env}: must be an address without query or password.`);
  return true;
}

function isP256(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === "prime256v1";
  } catch {
    return false;
  }
}
