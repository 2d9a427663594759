import { type ClipboardEvent, useCallback, useEffect, useMemo, useState } from "react";
import { notYet, type UploadRowState, useUploads } from "#src/modules/files/index.screens.ts";
import type { Draft } from "../panel/draft.ts";
import { placeOf } from "../panel/talk.ts";
import { drawn, keepPicture } from "./attached.tsx";

type Sent = Draft["files"][number];

const mostFiles = 5;
const messages = {
  tooLarge: "This file is too large.",
  tooMany: `At most ${mostFiles} files at once. The others were left out.`,
};
const nothing: readonly string[] = [];

const asKnown = (one: Sent) => ({ ...one, received: one.size, found: null, refusal: null });

const sentOf = (rows: readonly UploadRowState[]): readonly Sent[] =>
  rows.flatMap(({ phase, name, size }) => (phase.at === "sent" ? [{ id: phase.id, name, size }] : []));

/** Files of the message that is being written: sent at once, while the person continues writing. */
export function useChatFiles(account: string, chatId: string, first: readonly Sent[]) {
  const [known, setKnown] = useState(() => first.map(asKnown));
  // How large a file may be is the server's word: it says so before the first byte.
  const { purpose, id: about } = placeOf(chatId);
  const wish = { account, guestKey: null, heldKey: null, purpose, about, messages };
  const limited = { ...wish, maxBytes: Number.MAX_SAFE_INTEGER, mostFiles };
  const { list, rows, coming, add: take, left, setLeft } = useUploads(limited, known, nothing);
  const [pictures, setPictures] = useState<ReadonlyMap<string, string>>(new Map());
  const sent = useMemo(() => sentOf(rows), [rows]);

  useEffect(() => {
    for (const { id, name, size } of sent) {
      const picture = pictures.get(`${name} ${size}`);
      if (picture) keepPicture(id, picture);
    }
  }, [sent, pictures]);

  const add = useCallback(
    (files: readonly File[]) => {
      take(files);
      const fresh = files.flatMap((file) => {
        const picture = drawn(file);
        return picture ? [[`${file.name} ${file.size}`, picture] as const] : [];
      });
      setPictures((before) => new Map([...before, ...fresh]));
    },
    [take],
  );

  return {
    rows,
    sent,
    list,
    left,
    add,
    /** Why a message cannot go with its files yet; those that failed are left behind. */
    notYet: notYet(
      rows.filter(({ phase }) => phase.at !== "failed"),
      coming,
    ),
    picture: ({ name, size }: UploadRowState) => pictures.get(`${name} ${size}`) ?? null,
    /** A pasted picture is a file; pasted words stay words. */
    paste: (event: ClipboardEvent) => {
      const { files, types } = event.clipboardData;
      if (files.length === 0 || types.includes("text/plain")) return;
      event.preventDefault();
      add([...files]);
    },
    /** The files left with their message. */
    taken: () => {
      setKnown([]);
      setLeft(null);
      list?.used(sent.map(({ id }) => id));
    },
    bringBack: (one: Sent) => setKnown([asKnown(one)]),
  };
}
export type ChatFiles = ReturnType<typeof useChatFiles>;
