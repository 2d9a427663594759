export { fileQueue } from "./check/check-files.ts";
export { fileWork, wholeText } from "./clean/index.server.ts";
export { attachFiles, attachToReport, threatFilePolicy } from "./commands/attach-files.ts";
export { type AttachedAt, sendAsItIs } from "./commands/own-files.ts";
export { hiddenInName, maskedName } from "./domain/masked-name.ts";
export { fileAddress } from "./domain/names.ts";
export { fileHandlers } from "./http/handlers.ts";
export { fileJobs, sweepFilesJob } from "./jobs.ts";
export { fileData, forgetFilesAt } from "./personal-data.ts";
export {
  type FilePolicy,
  type FileScanner,
  type FileStorage,
  filePoliciesPort,
  type Range,
  StorageAway,
  StorageFull,
  type Stored,
  scannerPort,
  storagePort,
  workPort,
} from "./ports.ts";
export { withSentFile } from "./queries/file-to-send.ts";
export {
  type FileLine,
  type FileToKeep,
  filesById,
  filesOf,
  filesToKeep,
  type StoredFile,
  storedFiles,
} from "./queries/files-of.ts";
export { type FilePreview, previewOf } from "./queries/preview-file.ts";
export { ownTexts, sentTextLength, textLengths } from "./queries/text-length.ts";
export { type FileFieldData, fileFieldData, sendFileAsItIs } from "./screens/file-forms.server.ts";
export { filesSetting } from "./settings.ts";
export { checkAgain, markLost, showFileName } from "./storing/file-row.ts";
