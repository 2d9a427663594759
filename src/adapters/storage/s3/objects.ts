import { Readable } from "node:stream";
import { type Range, StorageAway, StorageFull, type Stored } from "#src/modules/files/index.server.ts";
import { isAway, isFull, isMissing, type S3 } from "./client.ts";

/** Every part but the last must have 5 MB at least; more would only cost memory. */
const partSize = 5 * 1024 * 1024;

export const objectOf = (key: string): string => `files/${key}`;
export const restsOf = (key: string): string => `unfinished/${key}/`;

type Part = { PartNumber: number; ETag: string; size: number };
/** What a store holds of an unfinished upload: whole parts, and the bytes after them that do not fill one yet. */
type Kept = { parts: Part[]; inParts: number; rest: { name: string; size: number } | null };

/** Null: the store knows no such upload (it is finished, or never was). */
export async function keptOf(s3: S3, key: string, ref: string): Promise<Kept | null> {
  const parts = await listParts(s3, key, ref);
  if (!parts) return null;
  const inParts = parts.reduce((sum, { size }) => sum + size, 0);
  // A rest names the offset where it begins: one that was taken into a part since then does not count twice.
  const rest = (await listRests(s3, key)).find(({ name }) => name === restsOf(key) + inParts);
  return { parts, inParts, rest: rest ?? null };
}

async function listParts({ sdk, client, bucket }: S3, key: string, ref: string): Promise<Part[] | null> {
  if (ref === "") return null;
  const parts: Part[] = [];
  try {
    const at = { Bucket: bucket, Key: objectOf(key), UploadId: ref };
    for (let marker: string | undefined; ; ) {
      const page = await client.send(new sdk.ListPartsCommand({ ...at, PartNumberMarker: marker }));
      for (const { PartNumber = 0, ETag = "", Size = 0 } of page.Parts ?? [])
        parts.push({ PartNumber, ETag, size: Size });
      if (!page.IsTruncated) return parts.sort((a, b) => a.PartNumber - b.PartNumber);
      marker = page.NextPartNumberMarker;
    }
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export async function listRests({ sdk, client, bucket }: S3, key: string): Promise<{ name: string; size: number }[]> {
  const page = await client.send(new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: restsOf(key) }));
  return (page.Contents ?? []).flatMap(({ Key, Size = 0 }) => (Key ? [{ name: Key, size: Size }] : []));
}

export async function readObject({ sdk, client, bucket }: S3, name: string): Promise<Uint8Array> {
  const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: name }));
  return Body ? Body.transformToByteArray() : new Uint8Array();
}

export async function uploadPart(s3: S3, name: string, ref: string, number: number, body: Uint8Array): Promise<Part> {
  const { ETag = "" } = await s3.client.send(
    new s3.sdk.UploadPartCommand({
      Bucket: s3.bucket,
      Key: name,
      UploadId: ref,
      PartNumber: number,
      Body: body,
    }),
  );
  return { PartNumber: number, ETag, size: body.length };
}

export const completeParts = (s3: S3, name: string, ref: string, parts: readonly Part[]): Promise<unknown> =>
  s3.client.send(
    new s3.sdk.CompleteMultipartUploadCommand({
      Bucket: s3.bucket,
      Key: name,
      UploadId: ref,
      MultipartUpload: { Parts: parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag })) },
    }),
  );

/** Cuts a stream into pieces of one part; `last` is what remains, also when the source fails. */
export async function cutIntoParts(
  first: Uint8Array,
  source: AsyncIterable<Uint8Array>,
  onPart: (piece: Uint8Array) => Promise<void>,
): Promise<{ last: Uint8Array; failure: unknown }> {
  let waiting: Uint8Array[] = first.length > 0 ? [first] : [];
  let size = first.length;
  const cut = async () => {
    while (size >= partSize) {
      const all = Buffer.concat(waiting);
      await onPart(all.subarray(0, partSize));
      waiting = [all.subarray(partSize)];
      size -= partSize;
    }
  };
  let failure: unknown = null;
  const pieces = source[Symbol.asyncIterator]();
  while (true) {
    const next = await pieces.next().catch((error: unknown) => {
      failure = error ?? new Error("The source failed.");
      return { done: true as const, value: undefined };
    });
    if (next.done || !next.value) break;
    waiting.push(next.value);
    size += next.value.length;
    await cut();
  }
  return { last: Buffer.concat(waiting), failure };
}

/** What is asked of a bucket that is full or away fails in the words of the storage. */
export async function reachBucket<T>(open: () => Promise<S3>, work: (s3: S3) => Promise<T>): Promise<T> {
  try {
    return await work(await open());
  } catch (error) {
    if (isFull(error)) throw new StorageFull();
    throw isAway(error) ? new StorageAway("The bucket cannot be reached.", { cause: error }) : error;
  }
}

/** Bytes of an object, as they come. */
export async function streamObject({ sdk, client, bucket }: S3, name: string, range?: Range): Promise<Readable> {
  const Range = range && `bytes=${range.start}-${range.end}`;
  const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: name, Range }));
  if (!(Body instanceof Readable)) throw new Error("The storage answered without bytes.");
  return Body;
}

export async function beginMultipart({ sdk, client, bucket }: S3, name: string): Promise<string> {
  const { UploadId } = await client.send(
    new sdk.CreateMultipartUploadCommand({
      Bucket: bucket,
      Key: name,
      ContentType: "application/octet-stream",
    }),
  );
  if (!UploadId) throw new Error("The storage gave no name to an upload.");
  return UploadId;
}

/** A small file is one request; a larger one is a multipart upload that is given up when the source fails. */
export async function putObject(s3: S3, name: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  let ref = "";
  let size = 0;
  const parts: Awaited<ReturnType<typeof uploadPart>>[] = [];
  try {
    const { last, failure } = await cutIntoParts(new Uint8Array(), source, async (piece) => {
      ref ||= await beginMultipart(s3, name);
      parts.push(await uploadPart(s3, name, ref, parts.length + 1, piece));
      size += piece.length;
    });
    if (failure) throw failure;
    const at = { Bucket: s3.bucket, Key: name };
    if (!ref) await s3.client.send(new s3.sdk.PutObjectCommand({ ...at, Body: last }));
    else {
      if (last.length > 0) parts.push(await uploadPart(s3, name, ref, parts.length + 1, last));
      await completeParts(s3, name, ref, parts);
    }
    return size + last.length;
  } catch (error) {
    const at = { Bucket: s3.bucket, Key: name, UploadId: ref };
    if (ref) await s3.client.send(new s3.sdk.AbortMultipartUploadCommand(at)).catch(() => undefined);
    throw error;
  }
}

/** Finished objects, unfinished multipart uploads, and rests of uploads. */
export async function* listStored(open: () => Promise<S3>): AsyncIterable<Stored> {
  const s3 = await open();
  for await (const { name, at } of objectsBelow(s3, "files/"))
    yield { key: name.slice("files/".length), ref: "", unfinished: false, at };
  for await (const { name, at } of objectsBelow(s3, "unfinished/"))
    yield { key: name.split("/")[1] ?? "", ref: "", unfinished: true, at };
  for await (const { name, ref, at } of multiparts(s3, "files/"))
    yield { key: name.slice("files/".length), ref, unfinished: true, at };
}

async function* pages({ sdk, client, bucket }: S3, prefix: string, delimiter?: string) {
  for (let token: string | undefined; ; ) {
    const page = await client.send(
      new sdk.ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        Delimiter: delimiter,
        ContinuationToken: token,
      }),
    );
    yield page;
    if (!page.IsTruncated) return;
    token = page.NextContinuationToken;
  }
}

export async function* objectsBelow(s3: S3, prefix: string): AsyncIterable<{ name: string; at: Date }> {
  for await (const { Contents = [] } of pages(s3, prefix))
    for (const { Key, LastModified } of Contents) if (Key && LastModified) yield { name: Key, at: LastModified };
}

/** Names between a prefix and the next slash. */
export async function foldersBelow(s3: S3, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { CommonPrefixes = [] } of pages(s3, prefix, "/"))
    for (const { Prefix } of CommonPrefixes) if (Prefix) names.push(Prefix.slice(prefix.length, -1));
  return names;
}

/** Multipart uploads below a prefix that were begun and not completed. */
export async function* multiparts(
  { sdk, client, bucket }: S3,
  prefix: string,
): AsyncIterable<{ name: string; ref: string; at: Date }> {
  for (let marker: { KeyMarker?: string; UploadIdMarker?: string } = {}; ; ) {
    const page = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marker }));
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Key && UploadId && Initiated) yield { name: Key, ref: UploadId, at: Initiated };
    if (!page.IsTruncated) return;
    marker = {
      ...(page.NextKeyMarker && { KeyMarker: page.NextKeyMarker }),
      ...(page.NextUploadIdMarker && { UploadIdMarker: page.NextUploadIdMarker }),
    };
  }
}
