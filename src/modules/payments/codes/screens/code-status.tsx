import { Status } from "#src/ui/status.tsx";
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

/** "3 of 100", and how many of them are paid. */
export const usesText = ({ uses, most, paid }: Pick<ShownCode, "uses" | "most" | "paid">): string => {
  const counted =
    most === null ? uses.toLocaleString("en-US") : `${uses.toLocaleString("en-US")} of ${most.toLocaleString("en-US")}`;
  return uses === 0 ? counted : `${counted}, ${paid.toLocaleString("en-US")} paid`;
};
