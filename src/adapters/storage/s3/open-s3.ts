import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { S3Config } from "#src/config.ts";
import type { FileStorage, Range } from "#src/modules/files/index.server.ts";
import { makeFolder } from "#src/platform/whole-file.ts";
import { lazyClient, orNull, type S3 } from "./client.ts";
import {
  beginMultipart,
  completeParts,
  cutIntoParts,
  keptOf,
  listRests,
  listStored,
  objectOf,
  putObject,
  reachBucket,
  readObject,
  restsOf,
  streamObject,
  uploadPart,
} from "./objects.ts";

/** Files in a bucket: an upload is a multipart upload there. `folder` takes local copies while they are looked at. */
export function openS3(store: S3Config, folder: string): FileStorage {
  const open = lazyClient(store);
  const withS3 = <T>(work: (s3: S3) => Promise<T>): Promise<T> => reachBucket(open, work);
  const sizeOf = (s3: S3, key: string) =>
    orNull(s3.client.send(new s3.sdk.HeadObjectCommand({ Bucket: s3.bucket, Key: objectOf(key) }))).then(
      (head) => head && (head.ContentLength ?? 0),
    );
  const read = (key: string, range?: Range) => withS3((s3) => streamObject(s3, objectOf(key), range));
  return {
    begin: (key) => withS3((s3) => beginMultipart(s3, objectOf(key))),
    received: ({ key, ref }) =>
      withS3(async (s3) => {
        const kept = await keptOf(s3, key, ref);
        return kept ? kept.inParts + (kept.rest?.size ?? 0) : sizeOf(s3, key);
      }),
    append: ({ key, ref }, offset, source) => withS3((s3) => append(s3, key, ref, offset, source)),
    finish: ({ key, ref }) =>
      withS3(async (s3) => {
        const kept = await keptOf(s3, key, ref);
        if (!kept) {
          if ((await sizeOf(s3, key)) === null) throw new Error("There is nothing to finish.");
          return;
        }
        const { parts, rest } = kept;
        if (rest)
          parts.push(await uploadPart(s3, objectOf(key), ref, parts.length + 1, await readObject(s3, rest.name)));
        await completeParts(s3, objectOf(key), ref, parts);
        await dropRests(s3, key);
      }),
    put: (key, source) => withS3((s3) => putObject(s3, objectOf(key), source)),
    read,
    size: (key) => withS3((s3) => sizeOf(s3, key)),
    localCopy: async (key) => {
      makeFolder(folder, 0o700);
      const path = join(folder, randomBytes(8).toString("hex"));
      const release = () => rm(path, { force: true });
      try {
        await pipeline(await read(key), createWriteStream(path, { flags: "wx", mode: 0o600 }));
        return { path, release };
      } catch (error) {
        await release();
        throw error;
      }
    },
    remove: ({ key, ref }) =>
      withS3(async (s3) => {
        const at = { Bucket: s3.bucket, Key: objectOf(key) };
        if (ref) await orNull(s3.client.send(new s3.sdk.AbortMultipartUploadCommand({ ...at, UploadId: ref })));
        await s3.client.send(new s3.sdk.DeleteObjectCommand(at));
        await dropRests(s3, key);
      }),
    list: () => listStored(open),
    space: async () => null,
    probe: () =>
      withS3(async ({ sdk, client, bucket }) => {
        await client.send(new sdk.HeadBucketCommand({ Bucket: bucket }));
      }),
  };
}

async function append(s3: S3, key: string, ref: string, offset: number, source: AsyncIterable<Uint8Array>) {
  const kept = await keptOf(s3, key, ref);
  const before = kept && kept.inParts + (kept.rest?.size ?? 0);
  if (!kept || before !== offset) throw new Error("These bytes do not follow those that are kept.");
  let { inParts } = kept;
  let number = kept.parts.length;
  const first = kept.rest ? await readObject(s3, kept.rest.name) : new Uint8Array();
  const { last, failure } = await cutIntoParts(first, source, async (piece) => {
    number += 1;
    await uploadPart(s3, objectOf(key), ref, number, piece);
    inParts += piece.length;
  });
  const name = restsOf(key) + inParts;
  if (last.length > 0) await s3.client.send(new s3.sdk.PutObjectCommand({ Bucket: s3.bucket, Key: name, Body: last }));
  await dropRests(s3, key, name);
  if (failure) throw failure;
  return inParts + last.length;
}

async function dropRests(s3: S3, key: string, except?: string): Promise<void> {
  for (const { name } of await listRests(s3, key))
    if (name !== except) await s3.client.send(new s3.sdk.DeleteObjectCommand({ Bucket: s3.bucket, Key: name }));
}
