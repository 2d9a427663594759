import { useEffect } from "react";
import { useLocation } from "react-router";
import { counted } from "#src/shared/counted.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Form } from "#src/ui/form.tsx";
import { CircleAlert, Icon, TriangleAlert } from "#src/ui/icons.tsx";
import { useReadAgain } from "#src/ui/live/read-again.ts";
import { useSent } from "#src/ui/use-sent.ts";
import { sizeLabel } from "../domain/kinds-and-sizes.ts";
import { previewKind } from "../domain/preview.ts";
import type { FileLine } from "../queries/files-of.ts";
import type { FilePreview } from "../queries/preview-file.ts";
import { askAgain, whileSeen } from "./ask-again.ts";
import { Download, drawingFor, kindLabel, sentAsItIsNote } from "./file-kind.ts";

const picture = "h-auto w-auto max-w-full border border-rule bg-[#fff]";

const Shown = ({ preview, name }: { preview: FilePreview; name: string }) => {
  if (preview.kind === "none") return <p className="soft">{preview.why}</p>;
  if (preview.kind === "image") return <img className={picture} src={preview.address} alt={name} />;
  if (preview.kind === "pages")
    return (
      <>
        <p className="small muted">{preview.description}</p>
        {preview.pages.map((address, at) => (
          <img
            key={address}
            className={picture}
            src={address}
            alt={`${name}, page ${at + 1}`}
            width={1200}
            height={1697}
            loading="lazy"
          />
        ))}
        {preview.more > 0 && (
          <p className="small muted">
            {`${counted(preview.more, "more page is", "more pages are")} in the file. Download it to read the rest.`}
          </p>
        )}
      </>
    );
  return (
    <>
      <p className="small muted">{preview.description}</p>
      <div className="page-text max-w-176 justify-self-start whitespace-pre-wrap wrap-anywhere" dir="auto">
        {preview.text.trim() || "There is no text in this file."}
      </div>
      {preview.more && <p className="small muted">The file is longer. Download it to read the rest.</p>}
    </>
  );
};

/** A file as the page shows it, how long it is before anything else: pictures and text that the server made of it. */
const PreviewBox = ({ preview, name, address }: { preview: FilePreview; name: string; address: string }) => (
  <section
    className="col-span-full mt-1.5 mb-2.5 grid max-h-[min(42rem,80vh)] justify-items-center gap-3 overflow-auto rounded-md border border-rule-strong bg-well p-4"
    aria-label={`Preview: ${name}`}
  >
    <Shown preview={preview} name={name} />
    <p className="small">
      <a href={address} download={name}>
        Download the whole file
      </a>
    </p>
  </section>
);

/** While a file is being checked the page asks for itself again, so that the end of the check shows by itself. */
function useChecked(waits: boolean): void {
  const readAgain = useReadAgain();
  useEffect(() => (waits ? askAgain({ ask: () => void readAgain(), ...whileSeen }) : undefined), [waits, readAgain]);
}

/** Its owner has a file at once; others when it was checked and nothing personal is left in it. */
const canBeHad = ({ state, own, withheld }: FileLine): boolean =>
  own ? state === "ready" || state === "checking" : state === "ready" && !withheld;

const stateText = ({ state, own, withheld }: FileLine): string | null => {
  if (state === "checking") return "being checked";
  return withheld && !own && state === "ready" ? "its sender has not allowed it yet" : null;
};

const metaOf = (file: FileLine): string =>
  [kindLabel(file.name), sizeLabel(file.size), stateText(file)].filter(Boolean).join(", ");

const Picture = ({ file }: { file: FileLine }) =>
  file.thumb && canBeHad(file) ? (
    <img
      className="size-12 rounded-sm border border-rule bg-sheet object-cover"
      src={file.thumb}
      alt=""
      width={48}
      height={48}
      loading="lazy"
      decoding="async"
    />
  ) : (
    <Icon of={drawingFor(file.name)} className="size-5.5 justify-self-center text-ink-3" />
  );

const more = "col-[2/-1] grid justify-items-start gap-2 pt-1 pb-2";

/** A file whose personal details stay in it goes to others only by a press of its owner. */
const AsItIs = ({ file: { id, name, refusal } }: { file: FileLine }) => {
  const busy = useSent()?.get("asItIs") === id;
  return (
    <Form method="post" className={more} preventScrollReset>
      <p className="small flex max-w-[60ch] gap-2 text-warn">
        <Icon of={TriangleAlert} className="mt-0.5 size-4.5" />
        <span>
          {`Nobody else has this file yet, because your name, or what acts when it is opened, may be in it. ${refusal ?? ""}`.trim()}
        </span>
      </p>
      <input type="hidden" name="asItIs" value={id} />
      <Button small variant="outline" busy={busy}>
        Send it as it is<span className="vh">{`: ${name}`}</span>
      </Button>
    </Form>
  );
};

type PreviewProps = { file: FileLine; preview: FilePreview | null | undefined };

/** Opens the file on this page, or closes it; nothing where the page shows no files. */
const PreviewLink = ({ file: { id, name, type }, preview }: PreviewProps) => {
  const search = new URLSearchParams(useLocation().search);
  if (preview === undefined || previewKind(type) === null) return null;
  const open = preview?.id === id;
  if (open) search.delete("preview");
  else search.set("preview", id);
  return (
    <LinkButton className="px-2.5" variant="quiet" small to={`?${search}`} preventScrollReset aria-expanded={open}>
      {open ? "Close" : "Preview"}
      <span className="vh">{`: ${name}`}</span>
    </LinkButton>
  );
};

/** `pictures`: the list has some. */
type ItemProps = PreviewProps & { pictures: boolean };

const FileItem = ({ file, preview, pictures }: ItemProps) => {
  const { name, address, refusal, state, own, withheld } = file;
  const had = canBeHad(file);
  const refused = state === "refused";
  return (
    <li
      className={cx(
        "grid min-h-16 items-center gap-x-3 gap-y-0.5 border-b border-rule py-2.5",
        pictures ? "grid-cols-[48px_minmax(0,1fr)_auto]" : "grid-cols-[24px_minmax(0,1fr)_auto]",
      )}
    >
      <Picture file={file} />
      <div className="min-w-0">
        <div className="leading-5.5 font-semibold wrap-anywhere" translate="no">
          {had ? (
            <a
              className="text-inherit no-underline hover:text-pen hover:underline hover:decoration-auto"
              href={address}
            >
              {name}
            </a>
          ) : (
            name
          )}
        </div>
        <div className={cx("meta flex items-start gap-1.5 tabular-nums", refused && "font-medium text-error")}>
          {refused && <Icon of={CircleAlert} className="mt-0.5 size-4" />}
          <span>{refused ? (refusal ?? "This file cannot be used.") : metaOf(file)}</span>
        </div>
      </div>
      <div className="flex items-center">
        {had && <PreviewLink file={file} preview={preview} />}
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
      {own && withheld && state === "ready" && <AsItIs file={file} />}
      {file.asItIs && (
        <p className={cx(more, "small")}>
          <Icon of={TriangleAlert} />
          <span>{sentAsItIsNote}</span>
        </p>
      )}
      {had && preview?.id === file.id && <PreviewBox preview={preview} name={name} address={address} />}
    </li>
  );
};

type ListProps = {
  files: readonly FileLine[];
  label: string;
  /** The file that `?preview=` asks for; null: none is open. Missing: this page shows no files. */
  preview?: FilePreview | null;
};

/**
 * Attached files with their links. Renders nothing for an empty list. The page's action answers
 * the field `asItIs` by `sendFileAsItIs`. While one is being checked, the page asks for itself again.
 */
export const FileList = ({ files, label, preview }: ListProps) => {
  useChecked(files.some(({ state }) => state === "checking"));
  const pictures = files.some(({ thumb }) => thumb !== null);
  return files.length === 0 ? null : (
    <ul className="mt-2" aria-label={label}>
      {files.map((file) => (
        <FileItem key={file.id} file={file} preview={preview} pictures={pictures} />
      ))}
    </ul>
  );
};
