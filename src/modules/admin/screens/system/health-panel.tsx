import { Panel } from "#src/ui/admin-shell.tsx";
import { cx } from "#src/ui/class-names.ts";
import { type Shape, Status, type Tone } from "#src/ui/status.tsx";
import type { HealthRow, HealthState } from "../../system/health.ts";

const styles: Readonly<Record<HealthState, { shape: Shape; tone: Tone; tint: string }>> = {
  works: { shape: "check", tone: "ok", tint: "" },
  attention: { shape: "alert", tone: "warn", tint: "bg-warn-tint" },
  failed: { shape: "alert", tone: "bad", tint: "bg-error-tint" },
};

const Row = ({ row: { name, state, label, note, figure } }: { row: HealthRow }) => {
  const { shape, tone, tint } = styles[state];
  return (
    <li
      className={cx(
        "grid min-h-15 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-0.5 border-t border-rule px-5 py-2.5 md:grid-cols-[8rem_minmax(0,1fr)_auto]",
        tint,
      )}
    >
      <Status shape={shape} tone={tone}>
        {label}
      </Status>
      <div className="order-last col-span-full min-w-0 wrap-anywhere md:order-none md:col-span-1">
        <b className="font-semibold">{name}</b>
        <span className="meta block">{note}</span>
      </div>
      <span className="num soft whitespace-nowrap">{figure}</span>
    </li>
  );
};

/** Each part of the installation: whether it works, and in words what to do where it does not. */
export const HealthPanel = ({ rows }: { rows: readonly HealthRow[] }) => {
  const wrong = rows.filter(({ state }) => state !== "works").length;
  const works = `${rows.length - wrong} work`;
  return (
    <Panel
      title="Health"
      aside={<span className="small muted num">{wrong ? `${works}, ${wrong} to look at` : works}</span>}
    >
      <ul>
        {rows.map((row) => (
          <Row key={row.name} row={row} />
        ))}
      </ul>
    </Panel>
  );
};
