import { describe, expect, test } from "vitest";
import { addressOfWork, draftOf } from "./kept-draft.ts";

const typed = {
  service: "technical",
  pages: "6",
  deadlineDate: "2026-03-15",
  deadlineTime: "18:00",
  hours: "168",
  deadlineZone: "Europe/Berlin",
  title: "Load paths",
  instructions: "SI units.",
  country: "DE",
};

describe("the answers that a device keeps", () => {
  test("are those of the form, without consents and what belongs to one page view", () => {
    const sent = {
      ...typed,
      subject: "",
      consent: "on",
      idempotencyKey: "k",
      quoteId: "q",
      quoteDeadline: "d",
    };
    expect(draftOf("/order", Object.entries({ ...sent, confirmTotalCents: "1", file: {} }))).toEqual({
      path: "/order",
      fields: typed,
    });
  });

  test("hold a checklist only when somebody wrote it: a suggested one belongs to its service", () => {
    const suggested = {
      checklist: "All is done\r\n6 sources are cited",
      checklistGuess: "All is done\n6 sources are cited",
    };
    expect(draftOf("/order", Object.entries({ ...typed, ...suggested })).fields).toEqual(typed);
    const own = draftOf("/order", Object.entries({ ...typed, ...suggested, checklist: "A map" }));
    expect(own.fields).toEqual({ ...typed, checklist: "A map" });
  });

  test("become an address again, without what a person wrote", () => {
    const address = new URL(
      addressOfWork({ path: "/order", fields: typed }, "2026-03-15") ?? "",
      "https://own.invalid",
    );
    expect(address.pathname).toBe("/order");
    const { title: _, instructions: __, country: ___, ...work } = typed;
    expect(Object.fromEntries(address.searchParams)).toEqual(work);
  });

  test("lose a day that is over", () => {
    const address = addressOfWork({ path: "/order", fields: typed }, "2026-03-16");
    expect(address).toBe("/order?service=technical&pages=6&deadlineZone=Europe%2FBerlin");
  });

  test("are no address when only the brief was written", () => {
    expect(addressOfWork({ path: "/custom", fields: { title: "Load paths" } }, "2026-03-15")).toBeNull();
  });
});
