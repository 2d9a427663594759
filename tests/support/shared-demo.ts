import { test } from "vitest";
import { type DemoWishes, openDemo } from "./demo.ts";

const wishes: DemoWishes = {};

/**
 * `test` with a demo that all files of a test process share, for those that leave settings, prices and the orders of the
 * demo's people as they are, and end no session of `demo.cookies`.
 */
export const demoTest = test
  .extend("wishes", { scope: "worker" }, wishes)
  .extend("demo", { scope: "worker" }, async ({ wishes }, { onCleanup }) => {
    const demo = await openDemo(wishes);
    onCleanup(() => demo.product.stop());
    return demo;
  });
