import { counted } from "#src/shared/counted.ts";
import type { FilePreview } from "../queries/preview-file.ts";

const Shown = ({ preview, name }: { preview: FilePreview; name: string }) => {
  if (preview.kind === "none") return <p className="soft">{preview.why}</p>;
  if (preview.kind === "image") return <img src={preview.address} alt={name} />;
  if (preview.kind === "pages")
    return (
      <>
        <p className="small muted">{preview.said}</p>
        {preview.pages.map((address, at) => (
          <img key={address} src={address} alt={`${name}, page ${at + 1}`} width={1200} height={1697} loading="lazy" />
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
      <p className="small muted">{preview.said}</p>
      <div className="page-text whitespace-pre-wrap wrap-anywhere" dir="auto">
        {preview.text.trim() || "There is no text in this file."}
      </div>
      {preview.more && <p className="small muted">The file is longer. Download it to read the rest.</p>}
    </>
  );
};

/** A file as the page shows it, how long it is before anything else: pictures and text that the server made of it. */
export const PreviewBox = ({ preview, name, address }: { preview: FilePreview; name: string; address: string }) => (
  <section className="preview" aria-label={`Preview: ${name}`}>
    <Shown preview={preview} name={name} />
    <p className="small">
      <a href={address} download={name}>
        Download the whole file
      </a>
    </p>
  </section>
);
