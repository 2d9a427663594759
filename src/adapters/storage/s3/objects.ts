import { Readable } from "node:stream";
import { type Range, StorageAway, StorageFull } from "#src/modules/files/index.server.ts";
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
