import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { patiently } from "#src/ui/late-part.ts";
import type { Purpose } from "../domain/purposes.ts";
import type { UploadList } from "../upload/upload-list.ts";
import { type Checked, checkedPhase, type Known, type ListFor, type Row, uncheckedIds } from "../upload/upload-rows.ts";
import { askAgain, whileSeen } from "./ask-again.ts";

export type UploadsFor = ListFor & {
  /** The guest's form whose files this account takes over. */
  readonly heldKey: string | null;
};

/** What sends files is loaded after the page that asks for them. */
async function openList({ heldKey, ...wish }: UploadsFor): Promise<UploadList> {
  const { forgetOthers, guestName, listFor } = await patiently(() => import("../upload/browser-lists.ts"));
  if (wish.account !== null) forgetOthers(wish.account, heldKey);
  const list = listFor(wish);
  if (wish.account !== null && heldKey !== null) await list.restore([], guestName(heldKey));
  return list;
}

/** Complete files stand there from the first byte of the page. */
const rowsOf = (known: readonly Known[]): readonly Row[] =>
  known.flatMap((file) =>
    file.received < file.size
      ? []
      : [{ key: file.id, name: file.name, size: file.size, type: "", phase: checkedPhase(file) }],
  );

/** Asks for the checks of sent files until they are through. */
function useChecks(list: UploadList | null, ids: string): void {
  useEffect(() => {
    if (!list || ids === "") return;
    return askAgain({ ask: () => void fetchChecks(ids).then(list.checked), ...whileSeen });
  }, [list, ids]);
}

async function fetchChecks(ids: string): Promise<readonly Checked[]> {
  const read = fetch(`/files/checks?ids=${ids}`).then((answer) => (answer.ok ? answer.json() : []));
  return read.catch(() => []);
}

/** Files that are chosen before the list is loaded wait for it. `left`: which ones it did not take, and why. */
function useAdding(list: UploadList | null) {
  const [early, setEarly] = useState<readonly File[]>([]);
  const [left, setLeft] = useState<string | null>(null);
  useEffect(() => {
    if (!list || early.length === 0) return;
    setEarly([]);
    setLeft(list.add(early));
  }, [list, early]);
  const add = useCallback(
    (files: readonly File[]) => {
      if (list) setLeft(list.add(files));
      else setEarly((before) => [...before, ...files]);
    },
    [list],
  );
  return { add, left, setLeft, early: early.length };
}

const nothing = () => () => undefined;

/**
 * The files of a form; the list is null until it is loaded. Another wish needs another component (a `key`). `known` is
 * what the server has of them, `used` the ids of those that are attached by now. The uploader is loaded once it is
 * wanted, after what `wanted` loads beside it. `coming`: how many files, at least, are not in the rows yet.
 */
export const useUploads = (
  wish: UploadsFor,
  known: readonly Known[],
  used: readonly string[],
  wanted: boolean | (() => Promise<unknown>) = true,
) => {
  const [asked] = useState(wish);
  const [list, setList] = useState<UploadList | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let here = true;
    const meanwhile = typeof wanted === "function" ? wanted() : undefined;
    void Promise.all([openList(asked), meanwhile]).then(([opened]) => here && setList(opened));
    return () => {
      here = false;
    };
  }, [asked, wanted]);
  const gone = used.join();
  useEffect(() => {
    list?.used(gone.split(","));
    void list?.restore(known);
  }, [list, known, gone]);
  const first = useMemo(() => rowsOf(known), [known]);
  const rows = useSyncExternalStore<readonly Row[]>(
    list?.subscribe ?? nothing,
    () => list?.rows() ?? first,
    () => first,
  );
  useChecks(list, uncheckedIds(rows).join());
  const { early, ...adding } = useAdding(list);
  const unlisted = list ? 0 : known.length - first.length + (asked.heldKey === null ? 0 : 1);
  return { list, rows, coming: early + unlisted, ...adding };
};

/** The form with these files was taken: the next one begins with an empty list. */
export const filesTaken = async (account: string, purpose: Purpose, about: string): Promise<void> => {
  const { endList } = await import("../upload/browser-lists.ts");
  endList({ account, guestKey: null, purpose, about });
};

/** The person begins anew: what was sent for this form is thrown away. */
export const dropFiles = async (account: string, purpose: Purpose, about: string): Promise<void> => {
  const { emptyList } = await import("../upload/browser-lists.ts");
  await emptyList({ account, guestKey: null, purpose, about });
};
