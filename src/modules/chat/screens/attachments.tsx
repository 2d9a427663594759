import { useRef, useState } from "react";
import {
  announceUploads,
  percent,
  rowMessage,
  UploadBar,
  type UploadRowState,
} from "#src/modules/files/index.screens.ts";
import { Button, IconButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { CircleAlert, FileText, Icon, RotateCw, X } from "#src/ui/icons.tsx";
import { FootAlert } from "./composer.tsx";
import { Check, Paperclip, Pause, Play } from "./drawings.ts";
import type { ChatFiles } from "./use-chat-files.ts";

/** The browser's own chooser behind a button; chosen twice, the same file is taken twice. */
export const AttachButton = ({ add, words = false }: Pick<ChatFiles, "add"> & { words?: boolean }) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <span>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      {words ? (
        <Button type="button" small variant="quiet" onClick={() => input.current?.click()}>
          <Icon of={Paperclip} />
          Attach a file
        </Button>
      ) : (
        <IconButton icon={Paperclip} label="Attach a file" onClick={() => input.current?.click()} />
      )}
    </span>
  );
};

/** Short beside a name; "Uploading: N%" are exact words, which programs read. */
const short = (row: UploadRowState): string => {
  const { phase } = row;
  if (phase.at !== "sending" || phase.snapshot.state !== "running" || phase.snapshot.waiting)
    return rowMessage(row).message;
  return `Uploading: ${percent(phase.snapshot)}%`;
};

const Acts = ({ row, list }: { row: UploadRowState; list: NonNullable<ChatFiles["list"]> }) => {
  const { phase, key, name } = row;
  const state = phase.at === "sending" ? phase.snapshot.state : null;
  const runs = state === "running";
  const stands = state === "paused" || state === "pausing";
  const sent = phase.at === "sent";
  return (
    <span className="-my-1 flex">
      {(runs || stands) && (
        <IconButton
          icon={runs ? Pause : Play}
          label={`${runs ? "Pause" : "Resume"} upload of ${name}`}
          onClick={() => list[runs ? "pause" : "resume"](key)}
        />
      )}
      {phase.at === "failed" && phase.again && (
        <IconButton icon={RotateCw} label={`Retry upload of ${name}`} onClick={() => list.retry(key)} />
      )}
      <IconButton
        icon={X}
        label={sent || phase.at === "failed" ? `Remove ${name}` : `Cancel upload of ${name}`}
        onClick={() => list.remove(key)}
      />
    </span>
  );
};

const isBad = (row: UploadRowState): boolean => rowMessage(row).tone === "bad";

const Drawing = ({ row, picture }: { row: UploadRowState; picture: string | null }) => {
  if (picture) return <img className="-ml-1 size-9 rounded-xs border border-rule object-cover" src={picture} alt="" />;
  if (isBad(row)) return <Icon of={CircleAlert} className="size-4.5 text-error" />;
  return <Icon of={row.phase.at === "sent" ? Check : FileText} className="size-4.5 text-ink-3" />;
};

/** Screen readers announce what is sent, paused or failed, not every percent. */
const useUploadText = (rows: readonly UploadRowState[]): string => {
  const [before, setBefore] = useState(rows);
  const [message, say] = useState("");
  if (before !== rows) {
    setBefore(rows);
    const text = announceUploads(before, rows);
    if (text) say(text);
  }
  return message;
};

/** The files of the message that is being written. */
export const Attachments = ({ files, why }: { files: ChatFiles; why: ChatFiles["notYet"] }) => {
  const { rows, list, left, picture } = files;
  const message = useUploadText(rows);
  return (
    <>
      {left && <FootAlert>{left}</FootAlert>}
      {why && <FootAlert tone={why.waits ? "info" : "bad"}>{why.message}</FootAlert>}
      {rows.length > 0 && (
        <ul className="chat-ups max-h-27 overflow-y-auto" aria-label="Files of this message">
          {rows.map((row) => (
            <li key={row.key} className="chat-up">
              <Drawing row={row} picture={picture(row)} />
              <span className="grid min-w-0">
                <b className="strong truncate" translate="no">
                  {row.name}
                </b>{" "}
                <span className={cx("soft", isBad(row) && "text-error")}>{short(row)}</span>
              </span>
              {list && <Acts row={row} list={list} />}
              <UploadBar row={row} className="col-span-full mr-3" />
            </li>
          ))}
        </ul>
      )}
      <p className="vh" role="status">
        {message}
      </p>
    </>
  );
};
