import { Button } from "#src/ui/button.tsx";
import { useFormOwner } from "#src/ui/form.tsx";
import { NoScript } from "#src/ui/no-script.tsx";
import { sizeLabel } from "../domain/kinds-and-sizes.ts";
import type { FileFieldData } from "./file-forms.server.ts";

type Props = Pick<FileFieldData, "purpose" | "about" | "plainMaxBytes"> & {
  /** The page to return to. */
  next: string;
  /** Where a page has several of these forms. */
  id?: string;
};

/** One file at a time, for people without scripts: beside a form, never inside one. */
export const PlainUpload = ({ purpose, about, plainMaxBytes, next, id = "plain-file" }: Props) => (
  <NoScript>
    <form
      method="post"
      action={`/files/plain?${new URLSearchParams(useFormOwner())}`}
      encType="multipart/form-data"
      className="stack [--gap:12px] mt-4"
    >
      <input type="hidden" name="purpose" value={purpose} />
      <input type="hidden" name="about" value={about} />
      <input type="hidden" name="next" value={next} />
      <label className="label" htmlFor={id}>
        {`Send a file, up to ${sizeLabel(plainMaxBytes)}`}
      </label>
      <input className="input" type="file" name="file" id={id} required />
      <div>
        <Button small variant="outline">
          Send the file
        </Button>
      </div>
    </form>
  </NoScript>
);
