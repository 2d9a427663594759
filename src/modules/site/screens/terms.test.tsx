import { createHash } from "node:crypto";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { TERMS_VERSION } from "#src/modules/operator/index.ts";
import { describeLadder, disputeText, lifeSettings, standardRules } from "#src/modules/orders/index.ts";
import Terms from "./terms.tsx";

/** The terms as people read them with the standard settings, without marks. */
function readTerms(): string {
  const { unpaidHours } = lifeSettings;
  const { reviewDays, longReviewDays, longFromPages } = standardRules;
  const loaderData = {
    ladder: describeLadder(standardRules.refund),
    periods: { unpaidHours, reviewDays, longReviewDays, longFromPages },
    disputes: disputeText(standardRules),
  };
  const router = createMemoryRouter([{ path: "/", element: createElement(Terms, { loaderData } as never) }]);
  const page = renderToStaticMarkup(<RouterProvider router={router} />);
  return page.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
}

/** Orders keep the version that was agreed to, so other words are another version: raise it, and put both here. */
const agreed = { version: "2026-11-3", text: "094df369500c6182" };

test("the words of the terms are those of their version", () => {
  const read = readTerms();
  expect(read).toContain("10. Changes");
  expect({ version: TERMS_VERSION, text: createHash("sha256").update(read).digest("hex").slice(0, 16) }).toEqual(
    agreed,
  );
});
