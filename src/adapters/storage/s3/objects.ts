import { Readable } from "node:stream";
import { type Range, StorageAway, StorageFull, type Stored } from "#src/modules/files/index.server.ts";
import { isAway, isFull, type S3 } from "./client.ts";
import { completeParts, cutIntoParts, uploadPart } from "./parts.ts";

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
