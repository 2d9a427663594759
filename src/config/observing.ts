import { z } from "zod";
import { numberFrom, open, secret, webAddress } from "./field.ts";

/** Where error reports and traces are sent: printed with the others of config.ts. */
export const observingFields = {
  sentryDsn: secret(
    "SENTRY_DSN",
    "address for error reports of a server that speaks Sentry's protocol, https://KEY@host/PROJECT; unset: none leave",
  ),
  otlpEndpoint: open(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "collector for traces of OpenTelemetry (OTLP by HTTP), for example http://127.0.0.1:4318; unset: none are made. Its library reads the other standard variables",
  ),
  otlpHeaders: secret("OTEL_EXPORTER_OTLP_HEADERS", "headers for that collector, name=value with commas"),
  otelServiceName: open("OTEL_SERVICE_NAME", "name of this installation in traces", "paperwright"),
  otelRatio: open("OTEL_TRACES_SAMPLER_ARG", "part of the traces that is kept, 0 to 1", "1"),
};

export const observingSchema = {
  SENTRY_DSN: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_TRACES_SAMPLER_ARG: numberFrom(0, 1).default(1),
};
const schema = z.object(observingSchema);

/** Where an envelope of Sentry's protocol goes, and under which key. */
type ReportAddress = { url: string; key: string };
/** Part of the traces that is kept. */
export type TracesConfig = { ratio: number };
/** Undefined: none are sent. */
export type ObservingConfig = { errorReports: ReportAddress | undefined; traces: TracesConfig | undefined };

export function readObserving(given: z.infer<typeof schema>): ObservingConfig & { errors: string[] } {
  const errorReports = given.SENTRY_DSN === undefined ? undefined : readDsn(given.SENTRY_DSN);
  return {
    errorReports: errorReports ?? undefined,
    traces: given.OTEL_EXPORTER_OTLP_ENDPOINT ? { ratio: given.OTEL_TRACES_SAMPLER_ARG } : undefined,
    errors:
      errorReports === null ? ["SENTRY_DSN: must look like https://KEY@host/PROJECT, with a number at the end."] : [],
  };
}

/** Null: it is no DSN. */
function readDsn(dsn: string): ReportAddress | null {
  const url = URL.canParse(dsn) ? new URL(dsn) : null;
  const [, path = "", project] = /^(.*)\/(\d+)$/.exec(url?.pathname ?? "") ?? [];
  if (!url || !/^https?:$/.test(url.protocol) || !/^\w+$/.test(url.username) || !project) return null;
  return { url: `${url.origin}${path}/api/${project}/envelope/`, key: url.username };
}
