import { fileURLToPath } from "node:url";
import { minifySync, type Plugin } from "vite";

/** Where the scripts of public pages are built, and what is written about them. */
export const publicBuild = ".cache/public-pages";
export const publicScriptsFile = `${publicBuild}/scripts.json`;

/** Our own modules act when they are used, not when they are read: a module does not bring what a page does not take. */
export const moduleSideEffects = [{ test: /\/src\/(modules|platform|shared|ui)\/[^?]*\.tsx?$/, sideEffects: false }];

/** What the router says to its developers on the console: nobody reads it in the built product. */
export const manualPureFunctions = ["warning", "warnOnce"];

/** The drawings are made by `src/ui/drawing-frame.ts` in the built product. */
export const plainDrawings: Plugin = {
  name: "plain-drawings",
  apply: "build",
  enforce: "pre",
  resolveId: (source) => (source.endsWith("/createLucideIcon.mjs") ? drawingFrame : null),
};
const drawingFrame = fileURLToPath(new URL("./src/ui/drawing-frame.ts", import.meta.url));

/** What stands as text in every public page has short names: the whole page comes before anything is painted. */
export const smallInlineScripts: Plugin = {
  name: "small-inline-scripts",
  apply: "build",
  enforce: "post",
  applyToEnvironment: ({ name }) => name === "ssr",
  transform: (code, id) =>
    /\/public-pages\/(deferred-(scripts|fonts)|translation-guard|back-button)\.ts$/.test(id)
      ? { code: minifySync(id, code, { module: true }).code, map: null }
      : null,
};
