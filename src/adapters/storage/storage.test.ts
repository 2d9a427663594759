import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startS3 } from "#fakes/s3.ts";
import { storageContract } from "#src/modules/files/storage.contract.ts";
import { newId } from "#src/platform/ids.ts";
import { openDisk } from "./disk/open-disk.ts";
import { createBucket } from "./s3/client.ts";
import { openS3 } from "./s3/open-s3.ts";

const newFolder = () => mkdtempSync(join(tmpdir(), "paperwright-storage-"));

storageContract("disk", async () => {
  const folder = newFolder();
  return { storage: openDisk(join(folder, "files")), close: async () => rmSync(folder, { recursive: true }) };
});

storageContract("s3", async () => {
  const store = await startS3();
  const folder = newFolder();
  const bucket = { ...store, endpoint: store.url, region: "us-east-1", forcePathStyle: true };
  return {
    storage: openS3(bucket, folder),
    close: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
});

describe("a folder on disk", () => {
  test("is readable by us alone, and files lie two folders deep", async () => {
    const folder = newFolder();
    onTestFinished(() => rmSync(folder, { recursive: true }));
    chmodSync(folder, 0o700);
    const storage = openDisk(join(folder, "files"));
    const key = newId();
    await storage.begin(key);
    const [first = ""] = readdirSync(join(folder, "files"));
    const [second = ""] = readdirSync(join(folder, "files", first));
    const path = join(folder, "files", first, second);
    expect(readdirSync(path)).toEqual([`${key}.part`]);
    for (const part of [join(folder, "files"), join(folder, "files", first), path])
      expect(statSync(part).mode & 0o777).toBe(0o700);
    expect(statSync(join(path, `${key}.part`)).mode & 0o777).toBe(0o600);
  });
});

describe("a bucket", () => {
  test("is made where it is missing, once, and never with keys that are refused", async () => {
    const store = await startS3({ made: false });
    onTestFinished(() => store.close());
    const bucket = { ...store, endpoint: store.url, region: "us-east-1", forcePathStyle: true };
    await expect(createBucket({ ...bucket, secretAccessKey: "not it" })).rejects.toThrow();
    expect(store.store.made).toBe(false);
    expect([await createBucket(bucket), store.store.made, await createBucket(bucket)]).toEqual([true, true, false]);
  });

  test("refuses another secret, and the adapter says so instead of waiting", async () => {
    const store = await startS3();
    onTestFinished(() => store.close());
    const wrong = {
      ...store,
      secretAccessKey: "not it",
      endpoint: store.url,
      region: "us-east-1",
      forcePathStyle: true,
    };
    await expect(openS3(wrong, "/nowhere").begin(newId())).rejects.toThrow("SignatureDoesNotMatch");
  });
});
