import { generateX25519Identity } from "age-encryption";
import { describe, expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { isAgeKey } from "./backups.ts";

const bucket = {
  BACKUP_S3_BUCKET: "shop-backups",
  BACKUP_S3_ACCESS_KEY_ID: "id",
  BACKUP_S3_SECRET_ACCESS_KEY: "secret",
};
const files = { S3_BUCKET: "shop-backups", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };
// The first is the example of the format's own specification.
const key = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX";

const errorsOf = (env: Record<string, string>): string[] => {
  const result = readConfig("/", env);
  return result.ok ? [] : result.errors;
};

describe("keys of age", () => {
  test("those that the library makes are known, and any other letter in one is found", async () => {
    const made = await generateX25519Identity();
    expect([isAgeKey(key), isAgeKey(made)]).toEqual([true, true]);
    const at = 17 + 20;
    const wrong = [..."QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"].filter((letter) => letter !== made[at]);
    expect(wrong.filter((letter) => isAgeKey(made.slice(0, at) + letter + made.slice(at + 1)))).toEqual([]);
    expect([made.toLowerCase(), made.slice(0, -1), `${made}Q`, "age1xyz", ""].filter(isAgeKey)).toEqual([]);
  });
});

describe("where backups go, in the environment", () => {
  test("nothing set: none by schedule, not encrypted", () => {
    const nothing = { backupDir: undefined, backupS3: undefined, backupKeys: [] };
    expect(readConfig("/", {})).toMatchObject({ ok: true, config: nothing });
  });

  test("a bucket with its prefix, and keys: the first seals", async () => {
    const old = await generateX25519Identity();
    const read = readConfig("/", { ...bucket, BACKUP_S3_PREFIX: "shop", BACKUP_KEY: `${key}, ${old}` });
    expect(read).toMatchObject({
      config: { backupS3: { bucket: "shop-backups", prefix: "shop/", region: "us-east-1" }, backupKeys: [key, old] },
    });
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ["a word as the key", { BACKUP_KEY: "secret" }, /^BACKUP_KEY: must be a secret key of age/],
    ["a mistyped key", { BACKUP_KEY: key.replace("GFPQ4", "GFPQ5") }, /^BACKUP_KEY: must be a secret key of age/],
    ["a comma as the key", { BACKUP_KEY: "," }, /^BACKUP_KEY: holds no key/],
    ["a bucket without its keys", { BACKUP_S3_BUCKET: "shop-backups" }, /needs BACKUP_S3_ACCESS_KEY_ID/],
    ["a bucket and a folder", { ...bucket, BACKUP_DIR: "/mnt" }, /^BACKUP_DIR: backups go into one place/],
    ["the bucket of the files", { ...bucket, ...files }, /would be lost with it/],
    ["a prefix with a space", { ...bucket, BACKUP_S3_PREFIX: "a shop" }, /^BACKUP_S3_PREFIX: must be made of/],
  ])("%s stops the start with words", (_, env, message) => {
    expect(errorsOf(env)).toEqual([expect.stringMatching(message)]);
  });

  test("a key never stands in what is said about it", () => {
    expect(errorsOf({ BACKUP_KEY: key.slice(0, -1) }).join()).not.toContain(key.slice(20, 40));
  });
});
