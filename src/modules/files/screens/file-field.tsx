import { type ReactNode, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { FieldGroup } from "#src/ui/field.tsx";
import { latePart, patiently } from "#src/ui/late-part.ts";
import { NoScript } from "#src/ui/no-script.tsx";
import { toast } from "#src/ui/toasts.tsx";
import type { Kind } from "../domain/kinds.ts";
import type { Purpose } from "../domain/purposes.ts";
import { limitsLabel, sizeLabel } from "../domain/sizes.ts";
import type { Known } from "../upload/list-types.ts";
import type { UploadList } from "../upload/upload-list.ts";
import { type Row, sentIds } from "../upload/upload-rows.ts";
import { DropBox } from "./drop-box.tsx";
import { takeEarly } from "./early-files.ts";
import { notYet } from "./row-message.ts";
import type { RowActions } from "./upload-row.tsx";
import { useUploads } from "./use-uploads.ts";

type FileLimitsShown = {
  readonly maxBytes: number;
  readonly mostFiles: number;
  readonly refusedKinds?: readonly Kind[];
};

export type FileFieldProps = {
  /** Where the files belong, and what the form is about. */
  readonly purpose: Purpose;
  readonly about: string;
  /** The account; null for a guest, whose files wait on the device under `guestKey`. */
  readonly account: string | null;
  readonly guestKey?: string | null;
  /** The guest's form that this one goes on with. */
  readonly heldKey?: string | null;
  /** The unused uploads of this form, as the server knows them. Keep the array between renders. */
  readonly known: readonly Known[];
  /** Ids of files that hang here already. */
  readonly used?: readonly string[];
  readonly limits: FileLimitsShown;
  /** The name under which the form posts the ids, with commas between them. */
  readonly name?: string;
  readonly label?: string;
  readonly hint: string;
  readonly optional?: boolean;
  readonly error?: string | undefined;
  /** Below the files, once there are any: the button of a form that has nothing else. */
  readonly after?: ReactNode;
  /** What people without scripts read instead. */
  readonly plain: string;
};

/** What draws files is loaded with what sends them, and at once where there are some. */
const importRows = () => import("./upload-rows.tsx");
const loadRows = () => patiently(importRows);
const UploadRows = latePart(importRows);

/** Stops a form that would leave files behind, and says why. */
const useGuard = (box: RefObject<HTMLInputElement | null>, rows: readonly Row[]) => {
  const [asked, setAsked] = useState(false);
  const why = notYet(rows);
  useEffect(() => {
    const form = box.current?.form;
    if (!form) return;
    const guard = (event: SubmitEvent) => {
      setAsked(why !== null);
      if (why === null) return;
      event.preventDefault();
      const row = box.current?.parentElement;
      row?.scrollIntoView({ block: "center" });
      row?.querySelector("button")?.focus({ preventScroll: true });
    };
    form.addEventListener("submit", guard);
    return () => form.removeEventListener("submit", guard);
  }, [box, why]);
  return asked && why !== null ? why : undefined;
};

const nearPx = 240;

/** What sends files is loaded when there are some, or when the box comes near the window; `want` asks for it at once. */
const useWanted = (box: RefObject<HTMLInputElement | null>, atOnce: boolean) => {
  const [wanted, setWanted] = useState(atOnce);
  useEffect(() => {
    const parent = box.current?.parentElement;
    if (wanted || !parent) return;
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setWanted(true);
      },
      { rootMargin: `${nearPx}px` },
    );
    seen.observe(parent);
    return () => seen.disconnect();
  }, [box, wanted]);
  return { wanted: wanted || atOnce, want: useCallback(() => setWanted(true), []) };
};

/** Files that are dropped before the list is there wait for it. */
const useTaker = (list: UploadList | null, say: (left: string | null) => void, want: () => void) => {
  const early = useRef<File[]>([]);
  useEffect(() => {
    if (!list) return;
    const files = [...takeEarly(), ...early.current.splice(0)];
    if (files.length > 0) say(list.add(files));
  }, [list, say]);
  return useCallback(
    (files: readonly File[]) => {
      if (list) say(list.add(files));
      else early.current.push(...files);
      want();
    },
    [list, say, want],
  );
};

const messagesFor = (limits: FileLimitsShown) => ({
  tooLarge: `This file is too large. A file can have up to ${sizeLabel(limits.maxBytes)}.`,
  tooMany: `At most ${limits.mostFiles} files fit here. The others were left out.`,
});

const Live = (props: FileFieldProps) => {
  const { purpose, about, account, guestKey = null, heldKey = null, known, used = [], limits, name = "files" } = props;
  const wish = { purpose, about, account, guestKey, heldKey, ...limits, messages: messagesFor(limits) };
  const box = useRef<HTMLInputElement>(null);
  const { wanted, want } = useWanted(box, known.length > 0 || heldKey !== null);
  const { list, rows } = useUploads(wish, known, used, wanted && loadRows);
  const [left, setLeft] = useState<string | null>(null);
  const waits = useGuard(box, rows);
  const [first] = useState(rows);
  const [said, say] = useState("");
  const take = useTaker(list, setLeft, want);
  const on: RowActions | null = list && {
    pause: list.pause,
    resume: list.resume,
    retry: list.retry,
    remove: (key) => {
      const file = list.remove(key);
      setLeft(null);
      box.current?.parentElement?.querySelector("button")?.focus();
      if (file)
        toast(`${file.name} was removed.`, {
          tone: "info",
          action: { label: "Undo", onAction: () => void list.add([file]) },
        });
    },
  };
  return (
    <FieldGroup
      name={name}
      label={props.label ?? "Files"}
      optional={props.optional ?? false}
      hint={`${props.hint} ${limitsLabel(limits)}`}
      error={waits ?? left ?? props.error}
    >
      <input ref={box} type="hidden" name={name} value={sentIds(rows).join(",")} />
      <DropBox take={take} ready={list !== null} />
      <NoScript>
        <p className="small soft">{props.plain}</p>
      </NoScript>
      {rows.length > 0 && (
        <Suspense fallback={null}>
          <UploadRows rows={rows} on={on} first={first} say={say} />
        </Suspense>
      )}
      {rows.length > 0 && props.after}
      <p className="vh" role="status">
        {said}
      </p>
    </FieldGroup>
  );
};

/**
 * Files as a part of a form: chosen, dropped or pasted, sent while the person goes on writing. The form posts their
 * ids; it waits with files that are still on their way.
 */
export const FileField = (props: FileFieldProps) => (
  <Live key={JSON.stringify([props.account, props.guestKey, props.purpose, props.about])} {...props} />
);
