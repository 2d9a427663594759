import { join } from "node:path";
import type { Config } from "#src/config.ts";
import type { FileStorage } from "#src/modules/files/index.server.ts";
import { openDisk } from "./disk/open-disk.ts";
import { openS3 } from "./s3/open-s3.ts";

/** The bucket that is configured, else a folder of the data folder. */
export const openStorage = (config: Config): FileStorage =>
  config.s3 ? openS3(config.s3, join(config.dataDir, "look")) : openDisk(join(config.dataDir, "files"));
