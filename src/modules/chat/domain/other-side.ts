import type { TalkSide } from "./policy.ts";

// Apart from the policy, which knows the life of an order: pages load this one.
const others: Readonly<Record<TalkSide, TalkSide>> = {
  person: "support",
  support: "person",
  client: "writer",
  writer: "client",
  admin: "admin",
};
export const otherSide = (side: TalkSide): TalkSide => others[side];
