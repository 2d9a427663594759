import { expect, test } from "vitest";
import { collisionMessage, heldBy, noteTyping } from "./answering.ts";

const word = (id: string, by: string, typing = "chat") => ({ typing, by, id });

test("who writes in the same chat is named, the own words and other chats are no news", () => {
  let known = noteTyping([], word("me", "Me"), "me", 1);
  expect(known).toEqual([]);
  known = noteTyping(known, word("1", "Petra"), "me", 2);
  known = noteTyping(known, word("1", "Petra"), "me", 3);
  expect(known).toHaveLength(1);
  expect(collisionMessage(known, "chat")).toBe("Petra is writing an answer.");
  known = noteTyping(known, word("2", "Omar"), "me", 4);
  expect(collisionMessage(known, "chat")).toBe("Petra and Omar are writing an answer.");
  known = noteTyping(known, word("1", "Petra", "another"), "me", 5);
  expect(collisionMessage(known, "chat")).toBe("Omar is writing an answer.");
  expect(collisionMessage(noteTyping([], { seen: "x" }, "me", 6), "chat")).toBe("");
});

test("whoever begins an answer in a colleague's chat is asked about it, and nobody else", () => {
  expect(heldBy({ me: "me", assignedTo: "petra" }, "Hello")).toBe("petra");
  expect(heldBy({ me: "me", assignedTo: "petra" }, " ")).toBeNull();
  for (const assignedTo of ["me", null]) expect(heldBy({ me: "me", assignedTo }, "Hello")).toBeNull();
});
