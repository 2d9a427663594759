import { describe, expect, test } from "vitest";
import { displayName, type ProviderName } from "./person-fields.ts";

const long = "a".repeat(101);

describe("the name of a new profile", () => {
  test.each<[string, ProviderName, string]>([
    ["Google's name", { name: "Ada Winter", email: "a@x.test" }, "Ada Winter"],
    ["spaces are tidied", { name: "  Ada   Winter " }, "Ada Winter"],
    ["no name", { email: "ada@x.test" }, "Google User"],
    ["an empty one", { name: "  " }, "Google User"],
    ["parts are not asked for", { first: "Ada", last: "Winter" }, "Google User"],
    ["one that is too long", { name: long }, "Google User"],
    ["one that turns the reading direction", { name: "Ada\u202eretniW" }, "Google User"],
  ])("Google: %s", (_, reported, name) => expect(displayName("google", reported)).toBe(name));

  test.each<[string, ProviderName, string]>([
    ["the display name first", { name: "Ada W.", first: "Ada", last: "Winter", email: "x@y.test" }, "Ada W."],
    ["then first and last name", { first: "Ada", last: "Winter", email: "x@y.test" }, "Ada Winter"],
    ["a first name alone", { first: "Ada", last: " ", email: "x@y.test" }, "Ada"],
    ["a last name alone", { last: "Winter", email: "x@y.test" }, "Winter"],
    ["then the part before the @", { email: "quiet.fox@y.test" }, "quiet.fox"],
    ["a name that cannot be shown is passed over", { name: "\u0007", first: "Ada", email: "x@y.test" }, "Ada"],
    ["too long names are passed over", { name: long, first: long, email: "fox@y.test" }, "fox"],
    ["nothing at all", {}, "Apple User"],
    ["an e-mail without a local part", { email: "@y.test" }, "Apple User"],
  ])("Apple: %s", (_, reported, name) => expect(displayName("apple", reported)).toBe(name));
});
