import { expect, test } from "vitest";
import { appleNames } from "./identity.ts";

test.each<[string, string | undefined, object]>([
  ["names", '{"name":{"firstName":"Ada","lastName":"Winter"},"email":"a@x"}', { first: "Ada", last: "Winter" }],
  ["a display name", '{"displayName":"Ada W."}', { name: "Ada W." }],
  ["one of two", '{"name":{"firstName":"Ada"}}', { first: "Ada" }],
  ["numbers for names", '{"name":{"firstName":1,"lastName":["x"]}}', {}],
  ["a name that is a text", '{"name":"Ada"}', {}],
  ["no object", "[]", {}],
  ["null", "null", {}],
  ["no JSON", "{", {}],
  ["nothing", undefined, {}],
  ["much too long", JSON.stringify({ displayName: "a".repeat(5000) }), {}],
  ["a role beside it", '{"role":3,"name":{"firstName":"Eve"},"__proto__":{"role":3}}', { first: "Eve" }],
])("what Apple posts about a person: %s", (_, raw, names) => {
  expect(JSON.parse(JSON.stringify(appleNames(raw)))).toEqual(names);
});
