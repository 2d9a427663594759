import type { Readable } from "node:stream";
import type { S3Config } from "#src/config.ts";
import { isAway, isMissing, lazyClient, orNull, type S3 } from "./client.ts";
import { foldersBelow, multiparts, objectsBelow, putObject, streamObject } from "./objects.ts";

/** Objects in a bucket by their whole names. What fails says so in one sentence that names the bucket. */
export type Bucket = {
  put: (name: string, source: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Null: there is none of this name. */
  read: (name: string) => Promise<Readable | null>;
  has: (name: string) => Promise<boolean>;
  /** Names between a prefix and the next slash. */
  folders: (prefix: string) => Promise<string[]>;
  /** Everything below a prefix, and when it was written. */
  objects: (prefix: string) => Promise<{ name: string; at: Date }[]>;
  remove: (names: readonly string[]) => Promise<void>;
  /** Gives up the uploads below a prefix that were begun before then and not completed. */
  giveUp: (prefix: string, before: Date) => Promise<void>;
};

/** So many requests at once where many objects go. */
const atOnce = 8;

export function openBucket(store: S3Config): Bucket {
  const open = lazyClient(store);
  const ask = async <T>(work: (s3: S3) => Promise<T>): Promise<T> => {
    try {
      return await work(await open());
    } catch (error) {
      throw sentenceOf(error, store.bucket);
    }
  };
  return {
    put: (name, source) => ask(async (s3) => void (await putObject(s3, name, source))),
    read: (name) => ask((s3) => orNull(streamObject(s3, name))),
    has: (name) =>
      ask(async ({ sdk, client, bucket }) => {
        return (await orNull(client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: name })))) !== null;
      }),
    folders: (prefix) => ask((s3) => foldersBelow(s3, prefix)),
    objects: (prefix) =>
      ask(async (s3) => {
        const found: { name: string; at: Date }[] = [];
        for await (const object of objectsBelow(s3, prefix)) found.push(object);
        return found;
      }),
    remove: (names) =>
      ask(async ({ sdk, client, bucket }) => {
        for (let from = 0; from < names.length; from += atOnce)
          await Promise.all(
            names
              .slice(from, from + atOnce)
              .map((name) => client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: name }))),
          );
      }),
    giveUp: (prefix, before) =>
      ask(async (s3) => {
        const { sdk, client, bucket } = s3;
        for await (const { name, ref, at } of multiparts(s3, prefix))
          if (at < before)
            await orNull(
              client.send(new sdk.AbortMultipartUploadCommand({ Bucket: bucket, Key: name, UploadId: ref })),
            );
      }),
  };
}

const refusals = ["AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "AllAccessDisabled"];

function sentenceOf(error: unknown, bucket: string): unknown {
  if (!(error instanceof Error)) return error;
  const failure = (message: string) => new Error(message, { cause: error });
  if (isAway(error)) return failure(`The bucket ${bucket} cannot be reached (${error.message || error.name}).`);
  if (refusals.includes(error.name)) return failure(`The bucket ${bucket} refuses these keys (${error.name}).`);
  return error.name === "NoSuchBucket" || (isMissing(error) && error.name === "NotFound")
    ? failure(`There is no bucket ${bucket}.`)
    : error;
}
