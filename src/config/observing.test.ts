import { expect, test } from "vitest";
import { readConfig } from "../config.ts";

const read = (env: Record<string, string>) => {
  const result = readConfig("/", env);
  return result.ok ? result.config : result.errors;
};

test("nothing set: no error reports are sent, no traces are made", () => {
  expect(read({})).toMatchObject({ errorReports: undefined, traces: undefined });
  expect(read({ OTEL_SERVICE_NAME: "shop" })).toMatchObject({ traces: undefined });
});

test.each([
  ["https://abc@o1.ingest.example/42", "https://o1.ingest.example/api/42/envelope/"],
  ["http://abc@127.0.0.1:8000/glitch/7", "http://127.0.0.1:8000/glitch/api/7/envelope/"],
])("%s is an address for error reports", (dsn, url) => {
  expect(read({ SENTRY_DSN: dsn })).toMatchObject({ errorReports: { url, key: "abc" } });
});

test.each([
  "https://o1.ingest.example/42",
  "https://abc@o1.ingest.example",
  "https://abc@o1.ingest.example/shop",
  "ftp://abc@o1.ingest.example/42",
  "abc",
])("%s is none, and its key is not printed", (dsn) => {
  expect(read({ SENTRY_DSN: dsn })).toEqual([expect.stringMatching(/^SENTRY_DSN: must look like https:/)]);
});

test("part of the traces can be kept", () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318", OTEL_TRACES_SAMPLER_ARG: "0.1" };
  expect(read(env)).toMatchObject({ traces: { ratio: 0.1 } });
  expect(read({ ...env, OTEL_TRACES_SAMPLER_ARG: "2" })).toEqual([expect.stringMatching(/^OTEL_TRACES_SAMPLER_ARG/)]);
});
