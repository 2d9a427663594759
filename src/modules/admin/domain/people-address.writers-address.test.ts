import { expect, test } from "vitest";
import { writersAddress } from "./people-address.ts";

const ask = (query: string) => writersAddress.read(new URLSearchParams(query));

test("an address is read and written back; what is not known is left out", () => {
  expect(ask("group=free&search=+anna+&subject=Law&x=1")).toEqual({
    group: "free",
    search: "anna",
    subject: "Law",
    older: "",
    newer: "",
  });
  expect(ask("group=__proto__")).toEqual({ group: "all", search: "", subject: "", older: "", newer: "" });
  expect(writersAddress.to(ask("group=free&search=anna"), { group: "all" })).toBe("/admin/writers?search=anna");
  expect(writersAddress.to(ask(""))).toBe("/admin/writers");
});
