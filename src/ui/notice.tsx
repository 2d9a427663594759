import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import { CircleAlert, CircleCheck, type Drawing, Icon, Info, TriangleAlert } from "./icons.tsx";

export type NoticeTone = "info" | "ok" | "warn" | "bad" | "plain";

const drawingOf: Record<NoticeTone, Drawing> = {
  info: Info,
  ok: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
  plain: Info,
};

export type NoticeProps = {
  tone?: NoticeTone;
  /** The first, bold sentence: what happened. */
  title?: ReactNode;
  icon?: Drawing;
  /** Announced when it appears. Leave out for what belongs to the page from the start. */
  live?: boolean;
  /** Buttons or links below. */
  actions?: ReactNode;
  className?: string;
  children?: ReactNode;
};

const roleOf = (tone: NoticeTone, live: boolean | undefined) => {
  if (!live) return undefined;
  return tone === "bad" ? "alert" : "status";
};

/** What happened, what is safe, what to do. */
export const Notice = ({ tone = "info", title, icon, live, actions, className, children }: NoticeProps) => (
  <div className={cx("notice", tone !== "plain" && tone, className)} role={roleOf(tone, live)}>
    <Icon of={icon ?? drawingOf[tone]} />
    <div>
      {title && <b className="strong block">{title}</b>}
      {children}
      {actions && <div className="row mt-3 [--gap:8px]">{actions}</div>}
    </div>
  </div>
);
