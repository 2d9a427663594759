import { type ReactNode, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { FieldGroup } from "#src/ui/field.tsx";
import { latePart, patiently } from "#src/ui/late-part.ts";
import { NoScript } from "#src/ui/no-script.tsx";
import { Waiting } from "#src/ui/spinner.tsx";
import { toast } from "#src/ui/toasts.tsx";
import { type Kind, limitsLabel, mostFilesLabel, sizeLabel } from "../domain/kinds-and-sizes.ts";
import type { Purpose } from "../domain/purposes.ts";
import { type Known, sentIds } from "../upload/upload-rows.ts";
import { DropBox } from "./drop-box.tsx";
import { adoptEarlyFiles, keptPress } from "./early-files.ts";
import { type NotYet, notYet } from "./row-message.ts";
import type { RowActions } from "./upload-row.tsx";
import { useUploads } from "./use-uploads.ts";

type Press = { readonly submitter: HTMLElement | null };

/** The button shows that its press is kept. */
const mark = ({ submitter }: Press, waits: boolean): void => {
  if (submitter) submitter.ariaBusy = waits ? "true" : null;
};

const changed = "You changed the form, so it was not sent. Press the button again when you are ready.";

/**
 * Keeps a press on a button of the form in which `box` stands while files are on their way, and gives it back when they
 * are sent. Where somebody must decide about a file, and when the form is changed meanwhile, the press ends with words.
 * `why` is a value of `notYet`.
 */
function useHeldPress(box: RefObject<HTMLInputElement | null>, why: NotYet | null) {
  const [press, setPress] = useState<Press | null>(null);
  const [ended, setEnded] = useState<"changed" | "undecided" | null>(null);
  const waits = why?.waits ?? false;
  const undecided = why?.waits === false;

  useEffect(() => {
    const form = box.current?.form;
    if (!form) return;
    const hold = (submitter: HTMLElement | null) => {
      const row = box.current?.parentElement;
      row?.scrollIntoView({ block: "center" });
      if (waits) return setPress({ submitter });
      setEnded("undecided");
      row?.querySelector("button")?.focus({ preventScroll: true });
    };
    const submit = (event: SubmitEvent) => {
      setPress(null);
      setEnded(null);
      if (!waits && !undecided) return;
      event.preventDefault();
      hold(event.submitter);
    };
    form.addEventListener("submit", submit);
    const before = waits ? keptPress.take(form) : null;
    if (before) form.requestSubmit(before.submitter);
    return () => form.removeEventListener("submit", submit);
  }, [box, waits, undecided]);

  useEffect(() => {
    const form = box.current?.form;
    if (!press || !form) return;
    if (!waits) {
      setPress(null);
      if (undecided) setEnded("undecided");
      else form.requestSubmit(press.submitter?.isConnected ? press.submitter : null);
      return;
    }
    const typed = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.type === "file") return;
      setPress(null);
      setEnded("changed");
    };
    mark(press, true);
    form.addEventListener("input", typed);
    return () => {
      mark(press, false);
      form.removeEventListener("input", typed);
    };
  }, [box, press, waits, undecided]);

  return {
    waits: press && waits ? why?.message : undefined,
    stopped: ended === "changed" ? changed : ended && undecided ? why.message : undefined,
  };
}

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
  /** The guest's form that this one continues with. */
  readonly heldKey?: string | null;
  /** The unused uploads of this form, as the server knows them. Keep the array between renders. */
  readonly known: readonly Known[];
  /** Ids of files that are attached here already. */
  readonly used?: readonly string[];
  readonly limits: FileLimitsShown;
  /** The name under which the form posts the ids, with commas between them. */
  readonly name?: string;
  /** Where another field of this name stands on the page. */
  readonly id?: string;
  readonly label?: string;
  readonly hint: string;
  readonly optional?: boolean;
  readonly error?: string | undefined;
  /** The form reads its files: it waits until they are checked, too. */
  readonly checked?: boolean;
  /** Below the files, once there are any: the button of a form that has nothing else. */
  readonly after?: ReactNode;
  /** What people without scripts read instead. */
  readonly plain: string;
};

/** What draws files is loaded with what sends them, and at once where there are some. */
const importRows = () => import("./upload-row.tsx");
const loadRows = () => patiently(importRows);
const UploadRows = latePart(importRows);

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

const messagesFor = (limits: FileLimitsShown) => ({
  tooLarge: `This file is too large. A file can have up to ${sizeLabel(limits.maxBytes)}.`,
  tooMany: `${mostFilesLabel(limits.mostFiles)} The others were left out.`,
});

const Live = (props: FileFieldProps) => {
  const { purpose, about, account, guestKey = null, heldKey = null, known, used = [], limits, name = "files" } = props;
  const wish = { purpose, about, account, guestKey, heldKey, ...limits, messages: messagesFor(limits) };
  const box = useRef<HTMLInputElement>(null);
  const { wanted, want } = useWanted(box, known.length > 0 || heldKey !== null);
  const { list, rows, coming, add, left, setLeft } = useUploads(wish, known, used, wanted && loadRows);
  const press = useHeldPress(box, notYet(rows, coming, props.checked));
  const [first] = useState(rows);
  const [message, say] = useState("");
  const take = useCallback(
    (files: readonly File[]) => {
      add(files);
      want();
    },
    [add, want],
  );
  useEffect(() => {
    const files = adoptEarlyFiles();
    if (files.length > 0) take(files);
  }, [take]);
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
      {...(props.id !== undefined && { id: props.id })}
      label={props.label ?? "Files"}
      optional={props.optional ?? false}
      hint={`${props.hint} ${limitsLabel(limits)}`}
      error={press.stopped ?? left ?? props.error}
    >
      <input ref={box} type="hidden" name={name} value={sentIds(rows).join(",")} />
      <DropBox take={take} single={limits.mostFiles === 1} />
      <NoScript>
        <p className="small soft">{props.plain}</p>
      </NoScript>
      {rows.length > 0 && (
        <Suspense fallback={null}>
          <UploadRows rows={rows} on={on} first={first} say={say} />
        </Suspense>
      )}
      {press.waits && <Waiting>{press.waits}</Waiting>}
      {rows.length > 0 && props.after}
      <p className="vh" role="status">
        {message}
      </p>
    </FieldGroup>
  );
};

/**
 * Files as a part of a form: chosen, dropped or pasted, sent while the person continues writing. The form posts their
 * ids; it waits with files that are still on their way.
 */
export const FileField = (props: FileFieldProps) => (
  <Live key={JSON.stringify([props.account, props.guestKey, props.purpose, props.about])} {...props} />
);
