import { transformWithOxc } from "vite";
import { expect, test } from "vitest";
import { expectScripts } from "#src/ui/no-script.tsx";
import { faces } from "../../scripts/cut-fonts.ts";
import { backButton } from "./back-button.ts";
import { deferredFonts, firstPaint } from "./deferred-fonts.ts";
import { deferredScripts } from "./deferred-scripts.ts";
import { translationGuard } from "./translation-guard.ts";

/** Whether a browser of that year reads the script as it stands. */
async function reads(year: "es2020" | "es2021", script: string): Promise<boolean> {
  const written = async (target: string) => (await transformWithOxc(script, "inline.js", { target })).code;
  return (await written(year)) === (await written("esnext"));
}

test("the mark that hides what is used without scripts is set only by a browser that reads the starter", async () => {
  expect(await reads("es2020", expectScripts)).toBe(false);
  expect(await reads("es2021", firstPaint())).toBe(true);
  expect(await reads("es2021", deferredScripts())).toBe(true);
  expect(await reads("es2021", deferredFonts())).toBe(true);
  expect(await reads("es2021", translationGuard())).toBe(true);
  expect(await reads("es2021", backButton("somebody"))).toBe(true);
});

test("families that scripts ask for have names that need no quotes: browsers do not agree on quoted ones", () => {
  for (const { family } of faces) expect(family).toMatch(/^[A-Za-z][\w-]*( [A-Za-z][\w-]*)*$/);
});
