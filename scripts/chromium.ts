// Finds a Chromium for the browser journeys, or brings one: $CHROMIUM, the system's, apt-get as root, an npm package.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** The one without a window first: it draws the same pages for two thirds of the processor. */
const usual = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const packaged = "@sparticuz/chromium@153.0.0";

/** The path of a Chromium that is already on this machine. */
export const presentChromium = (): string | undefined =>
  [process.env.CHROMIUM, ...usual].find((path) => path && existsSync(path));

/** The path of a Chromium that can be started. Throws one sentence when none can be had. */
export async function findChromium(): Promise<string> {
  const found = presentChromium();
  if (found) return found;
  if (process.platform === "linux" && process.getuid?.() === 0) installByApt();
  const installed = presentChromium() ?? (await fromNpm());
  if (!installed) throw new Error("No Chromium was found: install one and name it in CHROMIUM=/path/to/chromium.");
  return installed;
}

function installByApt(): void {
  console.log("Installing Chromium with apt-get (once) …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...words: string[]): boolean => spawnSync("apt-get", words, { stdio: "ignore", env }).status === 0;
  const install = (name: string): boolean => apt("install", "-y", "-qq", "--no-install-recommends", name);
  apt("update", "-qq");
  if (!install("chromium-headless-shell") && !install("chromium"))
    console.log("apt-get could not install it; trying a package from npm …");
}

async function fromNpm(): Promise<string | undefined> {
  const folder = resolve(".cache/chromium");
  const entry = resolve(folder, "node_modules/@sparticuz/chromium/build/esm/index.js");
  mkdirSync(folder, { recursive: true });
  if (!existsSync(entry))
    execFileSync("npm", ["install", "--prefix", folder, "--no-save", packaged], { stdio: "ignore" });
  const loaded = (await import(pathToFileURL(entry).href)) as { default: { executablePath(): Promise<string> } };
  return loaded.default.executablePath();
}

if (import.meta.main) console.log(await findChromium());
