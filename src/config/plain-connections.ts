import { z } from "zod";
import { open } from "./field.ts";

/** Which connections of the server may be without TLS: printed with the others of config.ts. */
export const plainFields = {
  plainHosts: open(
    "PLAIN_HOSTS",
    "hosts of a closed network of yours that are reached without TLS (PostgreSQL, S3, scanner, collector), separated by commas; this machine needs no entry",
  ),
};

export const plainSchema = { PLAIN_HOSTS: z.string().default("") };

/** The addresses that the server connects to, as the environment gives them. */
type Addresses = Readonly<
  Partial<
    Record<
      | "DATABASE_URL"
      | "S3_ENDPOINT"
      | "BACKUP_S3_ENDPOINT"
      | "CLAMD_URL"
      | "OTEL_EXPORTER_OTLP_ENDPOINT"
      | "SENTRY_DSN",
      string
    >
  >
>;

/** Modes of libpq that never fall back to plain text. */
const encryptedModes = new Set(["require", "verify-ca", "verify-full", "no-verify"]);

/** Of a parameter that is named twice the driver reads the last one. */
const lastOf = ({ searchParams }: URL, name: string): string | undefined => searchParams.getAll(name).at(-1);

/** The host in the `host` parameter of a PostgreSQL address wins; one that begins with a slash is a socket. */
const databaseHost = (url: URL): string => lastOf(url, "host") ?? decodeURIComponent(url.hostname);

/** A mode decides over `ssl`. */
function isEncryptedDatabase(url: URL): boolean {
  const mode = lastOf(url, "sslmode");
  return mode ? encryptedModes.has(mode) : ["true", "1"].includes(lastOf(url, "ssl") ?? "");
}

/** The driver also reads addresses without a host before the path. */
const readAddress = (text: string): URL | null =>
  [text, text.replace("@/", "@localhost/")].flatMap((one) => (URL.canParse(one) ? new URL(one) : []))[0] ?? null;

const connections: readonly { env: keyof Addresses; isEncrypted: (url: URL) => boolean; instead: string }[] = [
  {
    env: "DATABASE_URL",
    isEncrypted: isEncryptedDatabase,
    instead: "add sslmode=verify-full to it",
  },
  ...(["S3_ENDPOINT", "BACKUP_S3_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT", "SENTRY_DSN"] as const).map((env) => ({
    env,
    isEncrypted: ({ protocol }: URL) => protocol !== "http:",
    instead: "use https",
  })),
  { env: "CLAMD_URL", isEncrypted: () => false, instead: "run the scanner on this machine" },
];

/** One sentence for each connection that would leave this machine in plain text without leave (ASVS 5.0, 12.3.1). */
export function plainConnections(
  given: Addresses & { PLAIN_HOSTS: string },
  isLoopback: (url: Pick<URL, "hostname">) => boolean,
): string[] {
  const allowed = new Set(given.PLAIN_HOSTS.split(",").map((host) => host.trim().toLowerCase()));
  return connections.flatMap(({ env, isEncrypted, instead }) => {
    const text = given[env];
    const url = text === undefined ? null : readAddress(text);
    if (!url || isEncrypted(url)) return [];
    const host = env === "DATABASE_URL" ? databaseHost(url) : url.hostname;
    const stays = host === "" || host.startsWith("/") || isLoopback({ hostname: host });
    if (stays || allowed.has(host.toLowerCase())) return [];
    return [
      `${env}: would send everything to ${host} without encryption: ${instead}, or name the host in PLAIN_HOSTS when only a closed network of yours lies between.`,
    ];
  });
}
