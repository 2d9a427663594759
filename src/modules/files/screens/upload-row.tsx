import { type MouseEvent, useEffect, useRef } from "react";
import { Button, IconButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { CircleAlert, Icon, RotateCw, X } from "#src/ui/icons.tsx";
import { percent, type Row } from "../upload/upload-rows.ts";
import { Check, drawingFor, Pause, Play, Trash2 } from "./file-kind.ts";
import { announcement, rowMessage } from "./row-message.ts";

export type RowActions = {
  readonly pause: (key: string) => void;
  readonly resume: (key: string) => void;
  readonly retry: (key: string) => void;
  readonly remove: (key: string) => void;
};

/** How far an upload is; nothing before it begins and after it ends. */
export const UploadBar = ({ row: { phase, name }, className }: { row: Row; className?: string }) => {
  if (phase.at !== "sending") return null;
  const { snapshot } = phase;
  const done = percent(snapshot);
  const held = snapshot.state !== "running" || snapshot.waiting;
  return (
    <div
      className={cx("h-1 overflow-hidden rounded-xs bg-rule", className)}
      role="progressbar"
      aria-label={`Upload of ${name}`}
      aria-valuenow={done}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i
        className={cx(
          "block h-full rounded-xs transition-[width] duration-(--duration-base) ease-linear",
          held ? "bg-[repeating-linear-gradient(90deg,var(--color-ink-3)_0_6px,transparent_6px_10px)]" : "bg-pen",
        )}
        style={{ width: `${done}%` }}
      />
    </div>
  );
};

const Acts = ({ row, on }: { row: Row; on: RowActions }) => {
  const { phase, name, key } = row;
  const state = phase.at === "sending" ? phase.snapshot.state : null;
  const resumes = phase.at === "sending" && phase.resumes;
  const stands = (state === "paused" || state === "pausing") && !resumes;
  const runs = state === "running" ? "pause" : stands ? "resume" : null;
  const moving = state !== null || phase.at === "queued" || phase.at === "elsewhere";
  const retry = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const acts = currentTarget.parentElement;
    on.retry(key);
    requestAnimationFrame(() => acts?.querySelector("button")?.focus());
  };
  return (
    <>
      {runs && (
        // One button for both, so that the keyboard stays where it is.
        <IconButton
          icon={runs === "pause" ? Pause : Play}
          label={`${runs === "pause" ? "Pause" : "Resume"} upload of ${name}`}
          onClick={() => on[runs](key)}
        />
      )}
      {phase.at === "failed" && phase.again && (
        <Button type="button" className="px-2.5" variant="quiet" small icon={RotateCw} onClick={retry}>
          Retry<span className="vh">{` upload of ${name}`}</span>
        </Button>
      )}
      <IconButton
        icon={moving ? X : Trash2}
        label={moving ? `Cancel upload of ${name}` : `Remove ${name}`}
        onClick={() => on.remove(key)}
      />
    </>
  );
};

/** A chosen file: how it stands, and what can be done with it. */
export const UploadRow = ({ row, on }: { row: Row; on: RowActions | null }) => {
  const { message, tone } = rowMessage(row);
  return (
    <li className="grid min-h-16 grid-cols-[24px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-b border-rule py-2.5">
      <Icon of={drawingFor(row.name)} className="size-5.5 justify-self-center text-ink-3" />
      <div className="min-w-0">
        <div className="leading-5.5 font-semibold wrap-anywhere" translate="no">
          {row.name}
        </div>
        <div
          className={cx(
            "meta flex items-start gap-1.5 tabular-nums",
            tone === "bad" && "font-medium text-error",
            tone === "fine" && "text-ok",
          )}
        >
          {tone !== "plain" && <Icon of={tone === "bad" ? CircleAlert : Check} className="mt-0.5 size-4" />}
          <span>{message}</span>
        </div>
      </div>
      <div className="flex items-center">{on && <Acts row={row} on={on} />}</div>
      <UploadBar row={row} className="col-[2/-1]" />
    </li>
  );
};

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
    <ul className="mt-2">
      {rows.map((row) => (
        <UploadRow key={row.key} row={row} on={on} />
      ))}
    </ul>
  );
}
