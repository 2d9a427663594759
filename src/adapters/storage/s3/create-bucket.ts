import type { S3Config } from "#src/config.ts";
import { isMissing, lazyClient } from "./client.ts";

/** Makes the bucket that is configured. @returns false when these keys reach it already. */
export async function createBucket(store: S3Config): Promise<boolean> {
  const { sdk, client, bucket } = await lazyClient(store)();
  try {
    await client.send(new sdk.HeadBucketCommand({ Bucket: bucket }));
    return false;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  await client.send(new sdk.CreateBucketCommand({ Bucket: bucket }));
  return true;
}
