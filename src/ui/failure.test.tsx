import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { Failure } from "./failure.tsx";

const shown = (error: unknown): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={["/order"]}>
      <Failure error={error} />
    </MemoryRouter>,
  );

test.each([
  "Failed to fetch",
  "Failed to fetch dynamically imported module: http://localhost/assets/form.js",
  "NetworkError when attempting to fetch resource.",
  "error loading dynamically imported module: http://localhost/assets/form.js",
  "Load failed",
  "Importing a module script failed.",
])("a browser's %j is a line without an answer", (words) => {
  expect(shown(new TypeError(words))).toContain("No answer came");
});

test.each([
  "Cannot read properties of undefined (reading 'loaderData')",
  "null is not an object (evaluating 'uploads.importRows')",
  'can\'t access property "network", line is undefined',
])("%j is an error of ours", (words) => {
  expect(shown(new TypeError(words))).toContain("Something failed on our side");
});
