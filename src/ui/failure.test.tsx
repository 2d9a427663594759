import { renderToStaticMarkup } from "react-dom/server";
import { UNSAFE_ErrorResponseImpl as ErrorResponse, MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { Failure, RequestNumberContext, withRequestNumber } from "./failure.tsx";

const shown = (error: unknown): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={["/order"]}>
      <Failure error={error} />
    </MemoryRouter>,
  );

afterEach(() => vi.unstubAllGlobals());

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

test("without a connection the page says so", () => {
  vi.stubGlobal("navigator", { onLine: false });
  expect(shown(new TypeError("Failed to fetch"))).toContain("You are offline");
});

test("a page that was asked for without a connection says so, and names no error", () => {
  vi.stubGlobal("navigator", { onLine: false });
  const page = shown(new ErrorResponse(503, "", { noAnswer: true }));
  expect(page).toContain("You are offline");
  expect(page).not.toMatch(/Error \d|Back in a moment/);
});

test.each([
  "Cannot read properties of undefined (reading 'loaderData')",
  "null is not an object (evaluating 'uploads.importRows')",
  'can\'t access property "network", line is undefined',
])("%j is an error of ours", (words) => {
  expect(shown(new TypeError(words))).toContain("Something is wrong on our side");
});

test("a fault of ours names its request to Support, in the page and after a step in the browser", () => {
  const fault = new Error("Unexpected Server Error");
  const page = renderToStaticMarkup(
    <RequestNumberContext value="r-1">
      <MemoryRouter>
        <Failure error={fault} />
      </MemoryRouter>
    </RequestNumberContext>,
  );
  expect(page).toMatch(/Number for Support: <b [^>]*>r-1<\/b>/);
  const [message = ""] = JSON.parse(withRequestNumber(JSON.stringify([fault.message]), "r_2"));
  expect(shown(new Error(message))).toMatch(/Number for Support: <b [^>]*>r_2<\/b>/);
  expect(shown(new TypeError("null is not an object"))).not.toContain("Number for Support");
});

test("a page that is not there leads to the start page and to one's orders", () => {
  const page = shown(new ErrorResponse(404, "Not Found", ""));
  expect([...page.matchAll(/href="([^"]*)"[^>]*>([^<]*)</g)].map(([, to, label]) => [to, label])).toEqual([
    ["/", "Go to the start page"],
    ["/dashboard", "Your orders"],
  ]);
  expect(page).not.toContain("Error 404");
});
