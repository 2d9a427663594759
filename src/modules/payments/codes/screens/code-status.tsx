import { figures } from "#src/shared/counted.ts";
import { Status } from "#src/ui/status.tsx";
import "#src/ui/styles/pages/admin-codes.css";
import type { ShownCode } from "./shown-code.server.ts";

/** Where a code stands, in a word with its shape. */
export const CodeStatus = ({ state }: Pick<ShownCode, "state">) => {
  switch (state) {
    case "active":
      return <Status shape="check">Active</Status>;
    case "waits":
      return <Status shape="clock">Not yet</Status>;
    case "used-up":
      return <Status shape="dash">Used up</Status>;
    case "ended":
      return <Status shape="dash">Ended</Status>;
  }
};

const wide = 1_000;

/**
 * How often a code is used, as a bar: paid uses, then those that are not paid yet, of all that there may be. A code without
 * a limit is drawn against `most`, the highest use beside it.
 */
export const UseBar = ({ code, most }: { code: Pick<ShownCode, "uses" | "most" | "paid">; most: number }) => {
  const all = Math.max(1, code.most ?? most);
  const reach = (uses: number) => Math.round((wide * Math.min(uses, all)) / all);
  return (
    <svg
      className={code.most === null ? "usebar open" : "usebar"}
      viewBox={`0 0 ${wide} 8`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className="use-all" width={wide} height="8" />
      <rect className="use-kept" width={reach(code.uses)} height="8" />
      <rect className="use-paid" width={reach(code.paid)} height="8" />
    </svg>
  );
};

/** "3 of 100", and how many of them are paid. */
export const usesText = ({ uses, most, paid }: Pick<ShownCode, "uses" | "most" | "paid">): string => {
  const counted = most === null ? figures(uses) : `${figures(uses)} of ${figures(most)}`;
  return uses === 0 ? counted : `${counted}, ${figures(paid)} paid`;
};
