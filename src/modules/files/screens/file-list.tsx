import "#src/ui/styles/pages/files.css";
import { CircleAlert, Icon } from "#src/ui/icons.tsx";
import type { FileState } from "../domain/places.ts";
import { sizeWords } from "../domain/sizes.ts";
import { Download } from "./drawings.ts";
import { drawingFor, kindWords } from "./file-kind.ts";

/** A file as a page shows it; `note` says when or by whom. */
export type ShownFile = {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly address: string;
  readonly thumb: string | null;
  readonly state: FileState;
  readonly own: boolean;
  readonly refusal: string | null;
  readonly note?: string;
};

/** Its owner has a file at once, others when it was checked. */
const canBeHad = ({ state, own }: ShownFile): boolean => state === "ready" || (own && state === "checking");

const metaOf = (file: ShownFile): string =>
  [kindWords(file.name), sizeWords(file.size), file.state === "checking" ? "being checked" : null, file.note]
    .filter(Boolean)
    .join(", ");

const Picture = ({ file }: { file: ShownFile }) =>
  file.thumb && canBeHad(file) ? (
    <img src={file.thumb} alt="" width={48} height={48} loading="lazy" decoding="async" />
  ) : (
    <Icon of={drawingFor(file.name)} />
  );

const FileItem = ({ file }: { file: ShownFile }) => {
  const { name, address, refusal, state } = file;
  const had = canBeHad(file);
  return (
    <li className={state === "refused" ? "bad" : undefined}>
      <Picture file={file} />
      <div className="min-w-0">
        <div className="name">{had ? <a href={address}>{name}</a> : name}</div>
        <div className="meta s">
          {state === "refused" && <Icon of={CircleAlert} />}
          <span>{state === "refused" ? (refusal ?? "This file cannot be used.") : metaOf(file)}</span>
        </div>
      </div>
      <div className="acts">
        {had && (
          <a
            className="btn-icon"
            href={address}
            download={name}
            aria-label={`Download ${name}`}
            title={`Download ${name}`}
          >
            <Icon of={Download} />
          </a>
        )}
      </div>
    </li>
  );
};

/** Files that hang somewhere: what they are, and the way to them. Nothing for an empty list. */
export const FileList = ({ files, label }: { files: readonly ShownFile[]; label: string }) =>
  files.length === 0 ? null : (
    <ul className={files.some(({ thumb }) => thumb) ? "files pics" : "files"} aria-label={label}>
      {files.map((file) => (
        <FileItem key={file.id} file={file} />
      ))}
    </ul>
  );
