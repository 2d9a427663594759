import { drawingFor, kindLabel, sentAsItIsNote } from "#src/modules/files/index.screens.ts";
import { sizeLabel } from "#src/modules/files/index.ts";
import { cx } from "#src/ui/class-names.ts";
import { FormOwner } from "#src/ui/form.tsx";
import { CircleAlert, Icon, TriangleAlert } from "#src/ui/icons.tsx";
import type { ShownFile, ShownMessage } from "../queries/message-page.ts";

const pictures = new Map<string, string>();
const shown = /^image\/(?:png|jpeg|gif|webp|avif)$/;

/** A picture of a file of this page, straight from the device. Null for what browsers do not show. */
export const drawn = (file: File): string | null => (shown.test(file.type) ? URL.createObjectURL(file) : null);

/** From now on the sent file with this id has this picture, as long as the page lives. */
export const keepPicture = (id: string, picture: string): void => void pictures.set(id, picture);

const pictureOf = (id: string): string | null => pictures.get(id) ?? null;

/** Its sender has a file at once; others when it was checked and nothing personal is left in it. */
const canBeHad = ({ state, own }: ShownFile): boolean =>
  state === "ready" || (own && (state === "checking" || state === "withheld"));

const stateText = ({ state, own }: ShownFile): string | null => {
  if (state === "checking") return "is being checked";
  return state === "withheld" && !own ? "its sender has not allowed it yet" : null;
};

const metaOf = (name: string, file: ShownFile): string => {
  if (file.state === "gone") return "This file is not here any more.";
  if (file.state === "refused") return `This file cannot be sent. ${file.refusal ?? ""}`.trim();
  return [kindLabel(name), sizeLabel(file.size), stateText(file)].filter(Boolean).join(", ");
};

type FaceProps = {
  readonly name: string;
  readonly picture: string | null;
  readonly meta: string;
  readonly bad?: boolean;
};

const Face = ({ name, picture, meta, bad = false }: FaceProps) => (
  <>
    {picture ? (
      <img className="h-31 w-full border-b border-rule bg-well object-cover" src={picture} alt="" decoding="async" />
    ) : (
      <Icon of={bad ? CircleAlert : drawingFor(name)} className={bad ? "text-error" : "text-ink-3"} />
    )}
    <span className={cx("flex min-w-0 flex-col", picture && "px-3 pt-[5px] pb-1.5")}>
      <span className="wrap-anywhere group-hover/file:underline">{name}</span>
      <span className={cx("text-xs/4.5 tabular-nums", bad ? "text-error" : "text-ink-3")}>{meta}</span>
    </span>
  </>
);

/** A small picture fills its frame. */
const frameOf = (picture: string | null): string => cx("att", picture && "w-54 flex-col items-stretch gap-0 p-0");

const viewable = /^(?:image\/(?:png|jpeg|gif|webp)|application\/pdf)$/;

type LinkProps = { readonly address: string; readonly type: string | null; readonly name: string };

/** Pictures and PDFs open in a window of their own; all else is saved. */
const linkTo = ({ address, type, name }: LinkProps) =>
  type !== null && viewable.test(type)
    ? { href: `${address}?view=1`, target: "_blank", rel: "noopener", hint: " (opens a new window)" }
    : { href: address, download: name, hint: " (download)" };

const below = "mt-1 max-w-full text-start text-sm/5";

const Warning = ({ className, children }: { className?: string; children: string }) => (
  <p className={cx("flex gap-1.5 text-ink-2", className)}>
    <Icon of={TriangleAlert} className="mt-0.5 size-4 text-warn" />
    <span>{children}</span>
  </p>
);

/** What stays with its sender: others have it by a press. */
const SendAsItIs = ({
  file,
  name,
  sentAsItIs,
}: {
  file: ShownFile;
  name: string;
  sentAsItIs: Attached["sentAsItIs"];
}) => (
  <form
    method="post"
    className={below}
    onSubmit={(event) => {
      if (!sentAsItIs) return;
      event.preventDefault();
      sentAsItIs(file.id);
    }}
  >
    <Warning>{`Only you have this file, because your name may be in it. ${file.refusal ?? ""}`.trim()}</Warning>
    <FormOwner />
    <input type="hidden" name="step" value="send-as-it-is" />
    <input type="hidden" name="fileId" value={file.id} />
    <button type="submit" className="link">
      Send it as it is<span className="vh">{`: ${name}`}</span>
    </button>
  </form>
);

type Attached = {
  readonly message: ShownMessage;
  /** Lets others have a file as it is; without it a form of the page is sent. */
  readonly sentAsItIs?: ((fileId: string) => void) | undefined;
};

/** The file of a message: its small picture, what it is, and the way to it as far as this viewer may have it. */
export const Attached = ({ message: { attachment, attachmentName, file }, sentAsItIs }: Attached) => {
  if (!attachment || !file) return null;
  const name = attachmentName ?? "File";
  const had = canBeHad(file);
  const bad = file.state === "refused" || file.state === "gone";
  const picture = had ? (pictureOf(file.id) ?? file.thumb) : null;
  const face = <Face name={name} picture={picture} meta={metaOf(name, file)} bad={bad} />;
  const { hint, ...link } = linkTo({ address: attachment, type: file.type, name });
  return (
    <>
      {had ? (
        <a className={cx(frameOf(picture), "group/file")} {...link}>
          {face}
          <span className="vh">{hint}</span>
        </a>
      ) : (
        <span className={frameOf(picture)}>{face}</span>
      )}
      {file.asItIs && <Warning className={below}>{sentAsItIsNote}</Warning>}
      {file.own && file.state === "withheld" && <SendAsItIs file={file} name={name} sentAsItIs={sentAsItIs} />}
    </>
  );
};

/** The file of a message on its way. */
export const GoingFile = ({ file: { id, name, size } }: { file: { id: string; name: string; size: number } }) => {
  const picture = pictureOf(id);
  return (
    <span className={frameOf(picture)}>
      <Face name={name} picture={picture} meta={[kindLabel(name), sizeLabel(size)].filter(Boolean).join(", ")} />
    </span>
  );
};
