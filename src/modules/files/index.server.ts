export { fileWork } from "./clean/index.server.ts";
export { type Attachment, attachFiles, detachFiles } from "./commands/attach-files.ts";
export { filesDoor } from "./http/door.ts";
export { fileJobs } from "./jobs.ts";
export { fileData, forgetFilesAt } from "./personal-data.ts";
export {
  type FileDoor,
  type FileScanner,
  type FileStorage,
  fileDoorsPort,
  NoRoom,
  type Range,
  type Stored,
  scannerPort,
  storagePort,
  type Unfinished,
  workPort,
} from "./ports.ts";
export { type FileLine, filesOf } from "./queries/files-of.ts";
export { type MyUpload, myUploads } from "./queries/my-uploads.ts";
export { type FileFieldData, fileFieldData } from "./screens/field-data.server.ts";
export { letFileGo } from "./screens/let-file-go.server.ts";
export { type FileLimits, filesSetting, maxBytesOf } from "./settings.ts";
