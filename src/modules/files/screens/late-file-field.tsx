import { memo, Suspense, useEffect, useRef } from "react";
import { latePart } from "#src/ui/late-part.ts";
import { keepEarly, keptPress } from "./early-files.ts";
import type { FileFieldProps } from "./file-field.tsx";

const nearPx = 240;

let open = (): void => undefined;
const wanted = new Promise<void>((resolve) => {
  open = resolve;
});

// The server draws the field; the browser asks for its scripts when it is about to be used.
const Field = latePart(async () => {
  if (!import.meta.env.SSR) await wanted;
  const { FileField } = await import("./file-field.tsx");
  return { default: FileField };
});

/** The same props are no reason to draw again: what the server drew stands until its scripts are there. */
const Kept = memo(
  (props: FileFieldProps) => (
    <Suspense fallback={<div className="min-h-36" />}>
      <Field {...props} />
    </Suspense>
  ),
  (before, after) => JSON.stringify(before) === JSON.stringify(after),
);

/** Opens the field when it comes near, is turned to, or when files are brought to the page. */
const useOpening = (atOnce: boolean) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const own = box.current;
    // What the browser drew is empty until the scripts are there: only the server's field can stand meanwhile.
    if (atOnce || !own?.querySelector("input")) return open();
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) open();
      },
      { rootMargin: `${nearPx}px` },
    );
    const paste = (event: ClipboardEvent) => {
      const brought = event.clipboardData;
      const taken = own.querySelector("[data-drop] button:enabled");
      if (taken || !brought?.files.length || brought.types.includes("text/plain")) return;
      event.preventDefault();
      keepEarly([...brought.files]);
      open();
    };
    seen.observe(own);
    own.addEventListener("focusin", open);
    document.addEventListener("dragenter", open);
    document.addEventListener("paste", paste);
    const form = own.closest("form");
    form?.addEventListener("submit", keptPress.keep);
    return () => {
      seen.disconnect();
      own.removeEventListener("focusin", open);
      document.removeEventListener("dragenter", open);
      document.removeEventListener("paste", paste);
      form?.removeEventListener("submit", keptPress.keep);
    };
  }, [atOnce]);
  return box;
};

/** A file field of a long form: its scripts come when it is about to be used. Takes no functions or elements. */
export const LateFileField = (props: Omit<FileFieldProps, "after">) => {
  const { known, heldKey, error } = props;
  const box = useOpening(known.length > 0 || Boolean(heldKey) || error !== undefined);
  return (
    <div ref={box}>
      <Kept {...props} />
    </div>
  );
};
