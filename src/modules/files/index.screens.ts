/** This module's API for screens: files as a part of a form, and lists of files. */

export { FileField, type FileFieldProps } from "./screens/file-field.tsx";
export { drawingFor, kindLabel, sentAsItIsNote } from "./screens/file-kind.ts";
export { FileList } from "./screens/file-list.tsx";
export { LateFileField } from "./screens/late-file-field.tsx";
export { PlainUpload } from "./screens/plain-form.tsx";
export { announcement as announceUploads, notYet, rowMessage } from "./screens/row-message.ts";
export { UploadBar } from "./screens/upload-row.tsx";
export { dropFiles, filesTaken, useUploads } from "./screens/use-uploads.ts";
export { percent, type Row as UploadRowState } from "./upload/upload-rows.ts";
