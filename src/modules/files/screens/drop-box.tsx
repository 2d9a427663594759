import { type DragEvent, useEffect, useRef, useState } from "react";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { useField } from "#src/ui/field.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Camera, Paperclip } from "./file-kind.ts";

type Taker = { readonly take: (files: readonly File[]) => void };
/** `single`: the field holds one file. */
type BoxProps = Taker & { readonly single: boolean };

const two = (part: number): string => String(part).padStart(2, "0");

/** Every pasted picture is called "image.png"; the time distinguishes them. */
const named = (file: File, now: Date): File => {
  if (!/^image\.\w+$/.test(file.name)) return file;
  const at = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join("-");
  return new File([file], file.name.replace("image", `pasted-${at}`), { type: file.type });
};

/** Files that are pasted anywhere on the page; a paste that brings text too stays a paste of text. */
const usePaste = ({ take }: Taker) => {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const brought = event.clipboardData;
      if (event.defaultPrevented || !brought?.files.length || brought.types.includes("text/plain")) return;
      event.preventDefault();
      take([...brought.files].map((file) => named(file, new Date())));
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [take]);
};

const useDrop = ({ take }: Taker) => {
  const [over, setOver] = useState(false);
  const brings = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!brings(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        if (!brings(event)) return;
        event.preventDefault();
        setOver(false);
        take([...event.dataTransfer.files]);
      },
    },
  };
};

type ChooserProps = BoxProps & { readonly capture?: boolean };

/** The browser's own chooser behind a button; chosen twice, the same file is taken twice. */
const useChooser = ({ take, single, capture }: ChooserProps) => {
  const input = useRef<HTMLInputElement>(null);
  const more = capture ? { accept: "image/*", capture: "environment" as const } : { multiple: !single };
  return {
    open: () => input.current?.click(),
    box: (
      <input
        ref={input}
        type="file"
        hidden
        {...more}
        onChange={({ currentTarget }) => {
          take([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
    ),
  };
};

/** Where files are chosen, dropped or pasted; on phones a photo can be taken too. Stands inside a FieldGroup. */
export const DropBox = ({ take, single }: BoxProps) => {
  const hydrated = useHydrated();
  const { id, describedBy } = useField();
  const { over, handlers } = useDrop({ take });
  const all = useChooser({ take, single });
  const photo = useChooser({ take, single, capture: true });
  usePaste({ take });
  return (
    <section
      className={cx(
        "js-only grid justify-items-start gap-1 rounded-sm border p-3",
        over ? "border-pen bg-pen-tint" : "border-dashed border-edge",
      )}
      data-drop
      {...handlers}
    >
      <div className="row [--gap:12px]">
        {all.box}
        {photo.box}
        <Button
          type="button"
          id={id}
          variant="outline"
          small
          icon={Paperclip}
          aria-describedby={describedBy}
          disabled={!hydrated}
          onClick={all.open}
        >
          {single ? "Choose a file" : "Choose files"}
        </Button>
        <Button
          type="button"
          className="hidden pointer-coarse:inline-flex"
          variant="outline"
          small
          icon={Camera}
          onClick={photo.open}
        >
          Take a photo
        </Button>
        <span className="small muted pointer-coarse:hidden">
          {single ? "or drop or paste it here" : "or drop or paste them here"}
        </span>
      </div>
    </section>
  );
};
