/** The door to this module's screen parts: files as a part of a form, and lists of files. */
export { dropFiles, filesTaken } from "./screens/end-list.ts";
export { FileField, type FileFieldProps } from "./screens/file-field.tsx";
export { FileList } from "./screens/file-list.tsx";
export { PlainUpload } from "./screens/plain-form.tsx";
