import { cx } from "./class-names.ts";
import { type Drawing, Icon, Lock, RotateCw, Undo2 } from "./icons.tsx";

const marks = { held: Lock, back: Undo2, changes: RotateCw } satisfies Record<string, Drawing>;

/** What is promised, with its drawing: "Money held", "until you approve". */
export type TrustFact = { readonly mark: keyof typeof marks; readonly strong: string; readonly rest: string };

/** Why it is safe to order, a short line each, where one decides. */
export const TrustFacts = ({ facts, className }: { facts: readonly TrustFact[]; className?: string }) =>
  facts.length > 0 && (
    <ul className={cx("trust-facts", className)}>
      {facts.map(({ mark, strong, rest }) => (
        <li key={mark}>
          <Icon of={marks[mark]} />
          <span>
            <b>{strong}</b> {rest}
          </span>
        </li>
      ))}
    </ul>
  );
