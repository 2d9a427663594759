import { figures } from "#src/shared/counted.ts";
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
  const counted = most === null ? figures(uses) : `${figures(uses)} of ${figures(most)}`;
  return uses === 0 ? counted : `${counted}, ${figures(paid)} paid`;
};
