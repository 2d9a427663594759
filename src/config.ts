import { readFileSync } from "node:fs";
import { z } from "zod";
import { type BackupConfig, backupFields, backupSchema, readBackups } from "./config/backups.ts";
import { bucketName, numberFrom, onOff, open, secret, webAddress } from "./config/field.ts";
import {
  type ObservingConfig,
  observingFields,
  observingSchema,
  readObserving,
  type TracesConfig,
} from "./config/observing.ts";
import { type PaymentConfig, paymentFields, paymentSchema, readPayments } from "./config/payments.ts";
import { plainConnections, plainFields, plainSchema } from "./config/plain-connections.ts";
import { type ProviderConfig, providerFields, providerSchema, readProviders } from "./config/providers.ts";
import type { S3Config } from "./config/s3.ts";
import { type Network, networkList } from "./platform/network-address.ts";

export type { S3Config, TracesConfig };

/** Every environment variable the product knows: this table is printed into docs/configuration.md. */
export const fields = {
  port: open("PORT", "TCP port to listen on", "3000"),
  host: open("HOST", "address to listen on; demo mode always listens on loopback only", "127.0.0.1"),
  baseUrl: open(
    "BASE_URL",
    "the address people type, with scheme; links in mails are made from it",
    "http://localhost:PORT",
  ),
  dataDir: open("DATA_DIR", "folder of the embedded database, the key file and uploads", "./data"),
  databaseUrl: secret("DATABASE_URL", "PostgreSQL 15 or newer; unset: the embedded server"),
  databasePipeline: open(
    "DATABASE_PIPELINE",
    "off: one statement at a time on a connection, for a server or a pooler that cannot take several",
    "on",
  ),
  demo: open(
    "DEMO",
    "on or off: the mode of a new database; a database keeps its mode",
    "on without DATABASE_URL, else off",
  ),
  secret: secret(
    "SECRET",
    "at least 32 characters that sign and encrypt; made in DATA_DIR when unset, required with DATABASE_URL",
  ),
  smtpUrl: secret("SMTP_URL", "mail server, for example smtps://user:password@mail.example:465"),
  mailFrom: open(
    "MAIL_FROM",
    "address that every e-mail comes from; the name beside it is the shop's",
    "no-reply@localhost",
  ),
  s3Endpoint: open("S3_ENDPOINT", "address of a store that speaks S3; unset with a bucket: Amazon's"),
  s3Bucket: open("S3_BUCKET", "bucket for files; unset: the folder files in DATA_DIR"),
  s3Region: open("S3_REGION", "region of the bucket", "us-east-1"),
  s3AccessKeyId: open("S3_ACCESS_KEY_ID", "key of the bucket's user"),
  s3SecretAccessKey: secret("S3_SECRET_ACCESS_KEY", "secret of the bucket's user"),
  s3ForcePathStyle: open(
    "S3_FORCE_PATH_STYLE",
    "on: the bucket's name in the path, as most stores of one's own want it",
    "off",
  ),
  clamdUrl: open(
    "CLAMD_URL",
    "malware scanner that speaks clamd's protocol, for example tcp://127.0.0.1:3310; unset: no scan",
  ),
  ...providerFields,
  ...paymentFields,
  paymentsSandbox: open(
    "PAYMENTS_SANDBOX",
    "on: the sandbox payment page also outside demo mode; such orders are marked as test",
    "off",
  ),
  trustedProxies: open(
    "TRUSTED_PROXIES",
    "addresses or networks (10.0.0.0/8) of proxies whose X-Forwarded-For is believed, separated by commas",
  ),
  ...backupFields,
  ...observingFields,
  ...plainFields,
  allowHttp: open("ALLOW_HTTP", "on: accept a BASE_URL with http outside loopback", "off"),
  allowDataLoss: open(
    "ALLOW_DATA_LOSS",
    "on: start on a PostgreSQL whose settings may lose what was acknowledged; for trials alone",
    "off",
  ),
  logLevel: open("LOG_LEVEL", "trace, debug, info, warn, error or silent", "info"),
  limitsFactor: open("LIMITS_FACTOR", "multiplies every rate limit; for load tests", "1"),
  drainMs: open(
    "DRAIN_SECONDS",
    "how long /readyz answers 503 while everything is still answered, before the port is closed at the end",
    "3; in demo mode 0",
  ),
  analyticsUrl: open(
    "ANALYTICS_URL",
    "address of yours that counts visits of public pages, of visitors who agreed alone; unset: nothing is counted or asked",
  ),
  metricsToken: secret(
    "METRICS_TOKEN",
    "at least 16 characters: bearer token for /metrics and the details of /readyz; unset: both answer programs on this machine alone",
  ),
};

const schema = z.object({
  PORT: numberFrom(0, 65_535, true).default(3000),
  HOST: z.string().default("127.0.0.1"),
  BASE_URL: webAddress.optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must start with postgresql://")
    .optional(),
  DATABASE_PIPELINE: onOff.default("on"),
  DEMO: onOff.optional(),
  SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must start with smtp:// or smtps://")
    .optional(),
  MAIL_FROM: z
    .string()
    .max(200, "must be one e-mail address")
    .regex(/^(?:[^<>@]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/, "must be one e-mail address")
    .default("no-reply@localhost"),
  S3_ENDPOINT: webAddress.optional(),
  S3_BUCKET: bucketName.optional(),
  S3_REGION: z.string().min(1).default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_FORCE_PATH_STYLE: onOff.default("off"),
  CLAMD_URL: z.url({ protocol: /^tcp$/, error: "must look like tcp://host:port" }).optional(),
  ...providerSchema,
  ...paymentSchema,
  PAYMENTS_SANDBOX: onOff.default("off"),
  TRUSTED_PROXIES: networkList,
  ...backupSchema,
  ...observingSchema,
  ...plainSchema,
  ALLOW_HTTP: onOff.default("off"),
  ALLOW_DATA_LOSS: onOff.default("off"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"], {
      error: "must be trace, debug, info, warn, error or silent",
    })
    .default("info"),
  LIMITS_FACTOR: numberFrom(1, 1_000_000).default(1),
  DRAIN_SECONDS: numberFrom(0, 300).optional(),
  ANALYTICS_URL: webAddress.optional(),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
});

type Given = z.infer<typeof schema>;

export type Config = ProviderConfig &
  PaymentConfig &
  BackupConfig &
  ObservingConfig & {
    port: number;
    host: string;
    baseUrl: URL;
    /** BASE_URL was given, not derived from the port. */
    baseUrlGiven: boolean;
    dataDir: string;
    databaseUrl: string | undefined;
    databasePipeline: boolean;
    demo: boolean | undefined;
    secret: string | undefined;
    smtpUrl: string | undefined;
    /** Without the name that may have been given with it. */
    mailFrom: string;
    /** Undefined: files lie in the data folder. */
    s3: S3Config | undefined;
    clamdUrl: URL | undefined;
    paymentsSandbox: boolean;
    trustedProxies: readonly Network[];
    allowDataLoss: boolean;
    logLevel: string;
    limitsFactor: number;
    /** Undefined: the usual time of the mode. */
    drainMs: number | undefined;
    analyticsUrl: URL | undefined;
    metricsToken: string | undefined;
    /** The folder that holds migrations/ and build/. */
    home: string;
  };

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);
export const isLoopback = ({ hostname }: Pick<URL, "hostname">): boolean => loopback.has(hostname);

/** Reads the environment once. @returns the configuration, or one sentence for every wrong variable. */
export function readConfig(
  home: string,
  env: Record<string, string | undefined> = process.env,
): { ok: true; config: Config } | { ok: false; errors: string[] } {
  const given = Object.fromEntries(
    Object.values(fields).flatMap(({ env: name }) => (env[name] ? [[name, env[name]]] : [])),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success)
    return { ok: false, errors: parsed.error.issues.map((i) => `${i.path.join(".")}: ${i.message}`) };
  const e = parsed.data;
  const baseUrl = new URL(e.BASE_URL ?? `http://localhost:${e.PORT}`);
  const providers = readProviders(e, { baseUrl, isLoopback, readFile: (path) => readFileSync(path, "utf8") });
  const payments = readPayments(e, { baseUrl, isLoopback });
  const s3 = readS3(e);
  const backups = readBackups(e, s3);
  const observing = readObserving(e);
  const parts = [providers, payments, backups, observing];
  const errors = [
    ...contradictions(e, baseUrl),
    ...plainConnections(e, isLoopback),
    ...parts.flatMap((part) => part.errors),
  ];
  if (errors.length > 0) return { ok: false, errors };
  const config: Config = {
    port: e.PORT,
    host: e.HOST,
    baseUrl,
    baseUrlGiven: e.BASE_URL !== undefined,
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL,
    databasePipeline: e.DATABASE_PIPELINE === "on",
    demo: e.DEMO === undefined ? undefined : e.DEMO === "on",
    secret: e.SECRET,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM.replace(/^.*<|>$/g, ""),
    s3,
    clamdUrl: e.CLAMD_URL ? new URL(e.CLAMD_URL) : undefined,
    google: providers.google,
    apple: providers.apple,
    stripe: payments.stripe,
    paypal: payments.paypal,
    paymentsSandbox: e.PAYMENTS_SANDBOX === "on",
    trustedProxies: e.TRUSTED_PROXIES,
    backupDir: backups.backupDir,
    backupS3: backups.backupS3,
    backupKeys: backups.backupKeys,
    errorReports: observing.errorReports,
    traces: observing.traces,
    allowDataLoss: e.ALLOW_DATA_LOSS === "on",
    logLevel: e.LOG_LEVEL,
    limitsFactor: e.LIMITS_FACTOR,
    drainMs: e.DRAIN_SECONDS === undefined ? undefined : e.DRAIN_SECONDS * 1000,
    analyticsUrl: e.ANALYTICS_URL ? new URL(e.ANALYTICS_URL) : undefined,
    metricsToken: e.METRICS_TOKEN,
    home,
  };
  return { ok: true, config };
}

/** What is wrong although each variable by itself is right. */
function contradictions(e: Given, baseUrl: URL): string[] {
  const errors: string[] = [];
  if (e.DATABASE_URL && !e.SECRET)
    errors.push("SECRET: is required together with DATABASE_URL, because several processes must share it.");
  if (baseUrl.protocol === "http:" && !isLoopback(baseUrl) && e.ALLOW_HTTP === "off")
    errors.push("BASE_URL: must be https outside loopback; ALLOW_HTTP=on accepts the risk.");
  if (e.S3_BUCKET && (!e.S3_ACCESS_KEY_ID || !e.S3_SECRET_ACCESS_KEY))
    errors.push("S3_BUCKET: needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY beside it.");
  if (baseUrl.pathname !== "/" || baseUrl.search) errors.push("BASE_URL: must be an origin without a path.");
  return errors;
}

const readS3 = (e: Given): S3Config | undefined =>
  e.S3_BUCKET && e.S3_ACCESS_KEY_ID && e.S3_SECRET_ACCESS_KEY
    ? {
        endpoint: e.S3_ENDPOINT,
        bucket: e.S3_BUCKET,
        region: e.S3_REGION,
        accessKeyId: e.S3_ACCESS_KEY_ID,
        secretAccessKey: e.S3_SECRET_ACCESS_KEY,
        forcePathStyle: e.S3_FORCE_PATH_STYLE === "on",
      }
    : undefined;
