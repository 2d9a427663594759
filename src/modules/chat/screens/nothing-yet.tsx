import type { OrderThreadData } from "../threads/order-thread.server.ts";

/** Shown before the first message. */
export const nothingYet = ({ names, side }: OrderThreadData) => (
  <p className="soft">
    {side === "writer"
      ? `Nothing was written yet. ${names.other} reads it here and gets an e-mail.`
      : `Nothing was written yet. Ask ${names.other} about the work, or send a file that helps.`}
  </p>
);
