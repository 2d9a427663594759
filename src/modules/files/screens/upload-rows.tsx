import { useEffect, useRef } from "react";
import type { Row } from "../upload/upload-rows.ts";
import { announcement } from "./row-message.ts";
import { type RowActions, UploadRow } from "./upload-row.tsx";

type Props = {
  rows: readonly Row[];
  on: RowActions | null;
  /** The rows with which the page began: nothing is news about them. */
  first: readonly Row[];
  /** Receives what a screen reader should announce. */
  say: (message: string) => void;
};

/** The chosen files of a form, below its box. */
export default function UploadRows({ rows, on, first, say }: Props) {
  const before = useRef(first);
  useEffect(() => {
    const message = announcement(before.current, rows);
    before.current = rows;
    if (message) say(message);
  }, [rows, say]);
  return (
    <ul className="files">
      {rows.map((row) => (
        <UploadRow key={row.key} row={row} on={on} />
      ))}
    </ul>
  );
}
