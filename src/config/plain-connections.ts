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

/** The host in the `host` parameter of a PostgreSQL address wins; one that begins with a slash is a socket. */
function databaseHost(url: URL): string {
  const named = url.searchParams.get("host");
  return named ?? decodeURIComponent(url.hostname);
}

const connections: readonly { env: keyof Addresses; isEncrypted: (url: URL) => boolean; instead: string }[] = [
  {
    env: "DATABASE_URL",
    isEncrypted: ({ searchParams }) =>
      encryptedModes.has(searchParams.get("sslmode") ?? "") || searchParams.get("ssl") === "true",
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
    const url = text !== undefined && URL.canParse(text) ? new URL(text) : null;
    if (!url || isEncrypted(url)) return [];
    const host = env === "DATABASE_URL" ? databaseHost(url) : url.hostname;
    const stays = host === "" || host.startsWith("/") || isLoopback({ hostname: host });
    if (stays || allowed.has(host.toLowerCase())) return [];
    return [
      `${env}: would send everything to ${host} without encryption: ${instead}, or name the host in PLAIN_HOSTS when only a closed network of yours lies between.`,
    ];
  });
}
