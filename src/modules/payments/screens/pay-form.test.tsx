import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { OrderBreakdown } from "./order-breakdown.tsx";
import { PayForm } from "./pay-form.tsx";
import type { ShownCheckout } from "./shown-checkout.server.ts";

const parts = { firstCents: 4_000, restCents: 6_000, percent: 40, chosen: true };
const shown = {
  order: { id: "1", number: "D6JQ2FN", title: "Sleep", kind: "priced", test: false },
  ...{ breakdown: { lines: [], subtotalBeforeDeadlineCents: 10_000 }, quote: null, priceCents: 10_000 },
  ...{ discount: null, payCents: 10_000, code: null, lockedUntil: null, quoteUntil: null, deadline: null },
  stage: { kind: "pay", cents: 10_000, lastFailed: false, purpose: "full", parts },
  ...{ counted: null, withCode: false, transferUntil: "Sat 28 November, 15:00", zone: "UTC", preview: null },
  promises: [
    { mark: "held", strong: "Money held", rest: "until you approve" },
    { mark: "changes", strong: "7 days", rest: "to ask for changes" },
  ],
  methods: [{ key: "transfer", name: "Bank transfer", note: "Takes 1 to 3 working days." }],
} as const satisfies ShownCheckout;

const drawn = (page: React.ReactNode): string => {
  const Stub = createRoutesStub([{ path: "/", Component: () => page }]);
  return renderToStaticMarkup(<Stub />);
};

test("under the button stand the promises of the order, and until when the price is kept for a transfer", () => {
  const page = drawn(
    <PayForm shown={shown} errors={{}} chosen={undefined} cents={10_000} intent="pay" parts={parts} />,
  );
  expect(page).toContain('<b class="font-semibold text-ink">Money held</b> until you approve');
  expect(page).toContain('<b class="font-semibold text-ink">7 days</b> to ask for changes');
  expect(page).toMatch(/class="by-transfer">Show the transfer details</);
  expect(page).toContain("We keep this price for the transfer until Sat 28 November, 15:00.");
});

test("the two payments that were chosen stand on the transfer page as at the checkout", () => {
  const atCheckout = drawn(<OrderBreakdown shown={shown} />);
  expect(atCheckout).toContain("Now, 40%");
  expect(atCheckout).toContain("in-two");
  const atTransfer = drawn(<OrderBreakdown shown={shown} inTwo />);
  expect(atTransfer).toContain("Now, 40%");
  expect(atTransfer).not.toContain("in-two");
});
