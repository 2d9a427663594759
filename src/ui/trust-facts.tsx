import { cx } from "./class-names.ts";
import { type Drawing, Icon, Lock, RotateCw, Undo2 } from "./icons.tsx";

const marks = { held: Lock, back: Undo2, changes: RotateCw } satisfies Record<string, Drawing>;

/** What is promised, with its drawing: "Money held", "until you approve". */
export type TrustFact = { readonly mark: keyof typeof marks; readonly strong: string; readonly rest: string };

/** Why it is safe to order, a short line each, where one decides. */
export const TrustFacts = ({ facts, className }: { facts: readonly TrustFact[]; className?: string }) =>
  facts.length > 0 && (
    <ul className={cx("flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm/5 text-ink-2", className)}>
      {facts.map(({ mark, strong, rest }) => (
        <li key={mark} className="grid grid-cols-[18px_auto] gap-2">
          <Icon of={marks[mark]} className="mt-px size-4.5 text-ink-3" />
          <span>
            <b className="font-semibold text-ink">{strong}</b> {rest}
          </span>
        </li>
      ))}
    </ul>
  );
