/** The door to this module's screen parts: files as a part of a form, and lists of files. */
export { FileField, type FileFieldProps, type FileLimitsShown } from "./screens/file-field.tsx";
export { FileList, type ShownFile } from "./screens/file-list.tsx";
