import { constants, cpSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { hourMs } from "#src/shared/units.ts";
import { formWith } from "./driver-forms.ts";
import { cookieOf, newDataDir, type Product, startProduct, type Wishes } from "./product.ts";
import { keptFolder, quickFolder } from "./server-folders.ts";

const people = ["client", "writer", "admin"] as const;
export type DemoPerson = (typeof people)[number];

export type Demo = {
  product: Product;
  cookies: ReadonlyMap<DemoPerson, string>;
  /** A request as a browser without scripts makes it: a form where there are fields. Nobody: a guest. */
  ask: (who: DemoPerson | null, path: string, fields?: Readonly<Record<string, string>>) => Promise<Response>;
};

export type DemoWishes = Omit<Wishes, "dataDir">;

/** The demo's orders are dated by its first start: an old one would be late. */
const mostAgeMs = 2 * hourMs;

/**
 * The data folder of a demo that was started once and stopped: a first start costs four seconds of processor, a copy's
 * less than one. It is kept for the next runs on the same build, two hours at most.
 */
export async function demoTemplate(): Promise<string> {
  const template = keptFolder("demo", readFileSync("build/stamp", "utf8").slice(0, 16));
  const made = statSync(template, { throwIfNoEntry: false });
  if (made && Date.now() - made.mtimeMs <= mostAgeMs) return template;
  if (made) rmSync(template, { recursive: true, force: true });
  // On the same disk, so that it can be renamed.
  const dataDir = newDataDir(quickFolder());
  await (await startProduct({ dataDir, keep: true, env: { DEMO: "on" } })).stop();
  // Without it the folder does not say where it lay, so a copy is not checked before its first start.
  rmSync(join(dataDir, "database", "paperwright-folder.json"));
  try {
    renameSync(dataDir, template);
  } catch {
    // Another worker was quicker: its template is as good.
    rmSync(dataDir, { recursive: true, force: true });
  }
  return template;
}

/** Copies that template into a folder that is not there yet. */
export const copyDemo = (template: string, dataDir: string): void =>
  cpSync(template, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });

/** The built product with demo data of its own. */
export async function startDemo({ env, ...wishes }: DemoWishes = {}): Promise<Product> {
  const dataDir = newDataDir();
  copyDemo(await demoTemplate(), dataDir);
  return startProduct({ ...wishes, dataDir, env: { DEMO: "on", ...env } });
}

/** The built product with its demo data, and its people signed in. Whoever opens it stops the product. */
export async function openDemo(wishes: DemoWishes = {}): Promise<Demo> {
  const product = await startDemo(wishes);
  const cookies = new Map<DemoPerson, string>();
  for (const who of people) cookies.set(who, await cookieOf(product.url, `${who}@demo.test`));
  return {
    product,
    cookies,
    ask: (who, path, fields) =>
      fetch(product.url + path, {
        redirect: "manual",
        headers: { origin: product.url, ...(who && { cookie: cookies.get(who) ?? "" }) },
        ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
      }),
  };
}

/** Gives the shop another name in its settings, as an admin does. */
export async function renameShop({ ask }: Demo, name: string): Promise<void> {
  const page = "/admin/settings?group=site";
  const { action, fields } = formWith(await (await ask("admin", page)).text(), "site:name");
  const saved = await ask("admin", action ?? page, { ...Object.fromEntries(fields), "site:name": name });
  if (saved.status !== 303) throw new Error(`The shop was not renamed: ${saved.status}`);
}
