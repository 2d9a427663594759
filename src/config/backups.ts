import { z } from "zod";
import { bucketName, onOff, open, secret, webAddress } from "./field.ts";
import type { S3Config } from "./s3.ts";

/** Where backups by schedule go and what they are sealed with: printed with the others of config.ts. */
export const backupFields = {
  backupDir: open(
    "BACKUP_DIR",
    "folder outside of DATA_DIR, best on another disk: backups are made there by schedule (setting backups); unset, and no bucket for them: none are",
  ),
  backupKey: secret(
    "BACKUP_KEY",
    "key of age (npm run backup -- --new-key): every backup is encrypted with it; after a comma older ones, which still open older backups",
  ),
  backupS3Endpoint: open("BACKUP_S3_ENDPOINT", "address of a store that speaks S3, for backups; unset: Amazon's"),
  backupS3Bucket: open("BACKUP_S3_BUCKET", "bucket for backups by schedule, in place of BACKUP_DIR"),
  backupS3Region: open("BACKUP_S3_REGION", "region of that bucket", "us-east-1"),
  backupS3AccessKeyId: open("BACKUP_S3_ACCESS_KEY_ID", "key of that bucket's user"),
  backupS3SecretAccessKey: secret("BACKUP_S3_SECRET_ACCESS_KEY", "secret of that bucket's user"),
  backupS3ForcePathStyle: open("BACKUP_S3_FORCE_PATH_STYLE", "on: that bucket's name in the path", "off"),
  backupS3Prefix: open("BACKUP_S3_PREFIX", "what the names of backups begin with in that bucket, for example shop/"),
};

export const backupSchema = {
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEY: z.string().optional(),
  BACKUP_S3_ENDPOINT: webAddress.optional(),
  BACKUP_S3_BUCKET: bucketName.optional(),
  BACKUP_S3_REGION: z.string().min(1).default("us-east-1"),
  BACKUP_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  BACKUP_S3_FORCE_PATH_STYLE: onOff.default("off"),
  BACKUP_S3_PREFIX: z
    .string()
    .regex(/^[\w.-]+(\/[\w.-]+)*\/?$/, "must be made of letters, digits, points, hyphens and slashes")
    .transform((prefix) => (prefix.endsWith("/") ? prefix : `${prefix}/`))
    .default(""),
};
const schema = z.object(backupSchema);

export type BackupConfig = {
  /** Undefined: no folder for backups by schedule. */
  backupDir: string | undefined;
  /** Undefined: no bucket for them. */
  backupS3: (S3Config & { prefix: string }) | undefined;
  /** Secret keys of age: the first one seals, each of them opens. None: backups are not encrypted. */
  backupKeys: readonly string[];
};

/** Where backups go, or one sentence for every wrong variable. */
export function readBackups(
  given: z.infer<typeof schema>,
  files: S3Config | undefined,
): BackupConfig & { errors: string[] } {
  const errors: string[] = [];
  const { BACKUP_S3_BUCKET: bucket, BACKUP_S3_ACCESS_KEY_ID: id, BACKUP_S3_SECRET_ACCESS_KEY: secretKey } = given;
  const keys = (given.BACKUP_KEY ?? "").split(",").flatMap((one) => one.trim() || []);
  if (given.BACKUP_KEY && keys.length === 0) errors.push("BACKUP_KEY: holds no key.");
  if (!keys.every(isAgeKey))
    errors.push(
      "BACKUP_KEY: must be a secret key of age (AGE-SECRET-KEY-1 and 58 characters), as npm run backup -- --new-key prints one.",
    );
  if (bucket && (!id || !secretKey))
    errors.push("BACKUP_S3_BUCKET: needs BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY beside it.");
  if (bucket && given.BACKUP_DIR)
    errors.push("BACKUP_DIR: backups go into one place, and BACKUP_S3_BUCKET is set too.");
  if (bucket && bucket === files?.bucket && given.BACKUP_S3_ENDPOINT === files.endpoint)
    errors.push(
      "BACKUP_S3_BUCKET: is the bucket of the files (S3_BUCKET), and backups would be lost with it: choose another one.",
    );
  const backupS3 =
    bucket && id && secretKey
      ? {
          endpoint: given.BACKUP_S3_ENDPOINT,
          bucket,
          region: given.BACKUP_S3_REGION,
          accessKeyId: id,
          secretAccessKey: secretKey,
          forcePathStyle: given.BACKUP_S3_FORCE_PATH_STYLE === "on",
          prefix: given.BACKUP_S3_PREFIX,
        }
      : undefined;
  return { backupDir: given.BACKUP_DIR, backupS3, backupKeys: keys, errors };
}

const signs = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** An X25519 key of age whose checksum (Bech32, BIP 173) is right: a mistyped one is found at the start. */
export function isAgeKey(key: string): boolean {
  const [, name = "", data = ""] = /^(AGE-SECRET-KEY-)1([0-9A-Z]{58})$/.exec(key) ?? [];
  const bytes = [...name.toLowerCase()].map((sign) => sign.charCodeAt(0));
  const values = [...data.toLowerCase()].map((sign) => signs.indexOf(sign));
  if (name === "" || values.includes(-1)) return false;
  let sum = 1;
  for (const value of [...bytes.map((byte) => byte >> 5), 0, ...bytes.map((byte) => byte & 31), ...values]) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of generators.entries()) if ((top >> bit) & 1) sum ^= generator;
  }
  return sum === 1;
}
