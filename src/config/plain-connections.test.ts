import { expect, test } from "vitest";
import { readConfig } from "../config.ts";

const secret = "s".repeat(32);
const bucket = { S3_BUCKET: "files", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };
const database = (address: string) => ({ DATABASE_URL: `postgresql://${address}`, SECRET: secret });
const errorsOf = (env: Record<string, string>): readonly string[] => {
  const read = readConfig("/", env);
  return read.ok ? [] : read.errors;
};

test.each<[string, Record<string, string>]>([
  ["a database", database("app@db.example/shop")],
  ["a database that may fall back", database("app@db.example/shop?sslmode=prefer")],
  ["a database whose host is a parameter", database("app@localhost/shop?host=db.example")],
  ["a database whose host is a parameter alone", database("app@/shop?host=db.example")],
  ["a database that names two hosts", database("app@db.example/shop?host=localhost&host=db.example")],
  ["a database whose later mode is plain", database("app@db.example/shop?sslmode=require&sslmode=disable")],
  ["a database whose mode is plain", database("app@db.example/shop?ssl=true&sslmode=disable")],
  ["a store of files", { ...bucket, S3_ENDPOINT: "http://db.example:8333" }],
  ["a scanner", { CLAMD_URL: "tcp://db.example:3310" }],
  ["a collector", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://db.example:4318" }],
  ["error reports", { SENTRY_DSN: "http://key@db.example/1" }],
])("%s elsewhere is not reached in plain text, unless its host is named", (_what, env) => {
  expect(errorsOf(env)).toEqual([expect.stringMatching(/^[A-Z0-9_]+: would send everything to db\.example without/)]);
  expect(errorsOf({ ...env, PLAIN_HOSTS: "store, DB.example" })).toEqual([]);
  expect(errorsOf({ ...env, PLAIN_HOSTS: "example" })).toHaveLength(1);
});

test.each<[string, Record<string, string>]>([
  ["a database on this machine", database("app@127.0.0.1:5432/shop")],
  ["one on a socket", database("app@/shop?host=/var/run/postgresql")],
  ["one on a socket in the name", database("app@%2Fvar%2Frun%2Fpostgresql/shop")],
  ["one with a checked certificate", database("app@db.example/shop?sslmode=verify-full")],
  ["a store with https", { ...bucket, S3_ENDPOINT: "https://s3.example" }],
  ["a collector on this machine", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://[::1]:4318" }],
  ["a scanner on this machine", { CLAMD_URL: "tcp://localhost:3310" }],
])("%s needs no entry", (_what, env) => {
  expect(errorsOf(env)).toEqual([]);
});
