import type { S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import type { S3Config } from "#src/config.ts";

type Sdk = typeof import("@aws-sdk/client-s3");
export type S3 = { sdk: Sdk; client: S3Client; bucket: string };

/** The library is loaded at the first use: an installation on a disk never pays for it. */
export function lazyClient(store: S3Config): () => Promise<S3> {
  let opened: Promise<S3> | undefined;
  const open = async (): Promise<S3> => {
    const sdk = await import("@aws-sdk/client-s3");
    const client = new sdk.S3Client({
      region: store.region,
      ...(store.endpoint && { endpoint: store.endpoint }),
      forcePathStyle: store.forcePathStyle,
      credentials: { accessKeyId: store.accessKeyId, secretAccessKey: store.secretAccessKey },
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 3_000, requestTimeout: 30_000 },
      // Stores that only look like S3 often refuse the newer checksum trailers; bodies are signed anyway.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    });
    return { sdk, client, bucket: store.bucket };
  };
  return () => {
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

const answerOf = (error: unknown): Partial<S3ServiceException> | null =>
  error instanceof Error && "$metadata" in error ? (error as S3ServiceException) : null;

/** The thing asked for does not exist there. */
export const isMissing = (error: unknown): boolean => {
  const answer = answerOf(error);
  return answer?.$metadata?.httpStatusCode === 404 || answer?.name === "NoSuchUpload" || answer?.name === "NoSuchKey";
};

const network = ["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EPIPE", "EHOSTUNREACH"];

/** Nobody answers there, or only with a fault of its own. */
export const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    network.includes(code) || error.name === "TimeoutError" || (answerOf(error)?.$metadata?.httpStatusCode ?? 0) >= 500
  );
};

/** Stores with a bound say 507, as a disk does. */
export const isFull = (error: unknown): boolean => answerOf(error)?.$metadata?.httpStatusCode === 507;

/** Null for what does not exist there. */
export const orNull = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });

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
