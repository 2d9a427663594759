import { may, type Viewer } from "#src/shared/viewer.ts";

export type Side = "person" | "office";

/** In which part the viewer reads this chat; null: it is none of their business. */
export function sideOf(viewer: Viewer, chatId: string): Side | null {
  if (viewer.kind !== "person") return null;
  if (viewer.id === chatId && viewer.role !== 3) return "person";
  return may(viewer, "chat") ? "office" : null;
}

/** How the sender of a message is called on this side: the office never by name, `person` only inside the office. */
export const senderWord = (side: Side, fromOffice: boolean, person = "Client"): string => {
  if (side === "person") return fromOffice ? "Support" : "You";
  return fromOffice ? "Support" : person;
};
