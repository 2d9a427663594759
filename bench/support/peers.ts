import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";

const folder = resolve(".cache/peers");
export const peersTool = (name: string): string => join(folder, "node_modules/.bin", name);

async function run(command: string, args: string[], cwd: string): Promise<void> {
  const quiet = { ASTRO_TELEMETRY_DISABLED: "1", NEXT_TELEMETRY_DISABLED: "1" };
  const child = spawn(command, args, {
    cwd,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...quiet },
  });
  const [status] = await once(child, "exit");
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}`);
}

/** Lighthouse and the peers, as their own lock file has them for this machine; nothing when they are there. */
export async function installPeers(): Promise<void> {
  if (existsSync(peersTool("lighthouse"))) return;
  cpSync("bench/peers", folder, { recursive: true });
  // Not "ci": it wants the binaries of every platform in the lock, and a registry may have only ours.
  await run("npm", ["install", "--no-audit", "--no-fund"], folder);
}

/** What a page of the product shows, without what makes it move. */
export type Content = { readonly title: string; readonly styles: string; readonly body: string };

export async function contentOf(url: string): Promise<Content> {
  const html = await (await fetch(url)).text();
  const part = (pattern: RegExp): string => pattern.exec(html)?.[1] ?? "";
  const body = part(/<body[^>]*>([\s\S]*)<\/body>/).replace(/<script[\s\S]*?<\/script>/g, "");
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text = ""]) => text).join("\n");
  if (!body || !/url\([^)]*\.woff2/.test(styles))
    throw new Error(`${url} is not a public page with its styles and fonts in it`);
  return { title: part(/<title>([^<]*)/), styles, body };
}

/** Files of the source of a page, by their path. */
type Source = Readonly<Record<string, string>>;

const astro = ({ title, styles, body }: Content): Source => ({
  "astro.config.mjs": "export default { compressHTML: true };",
  "src/page.css": styles,
  "src/body.html": body,
  "src/pages/index.astro": `---
import "../page.css";
import body from "../body.html?raw";
---
<!doctype html>
<html lang="en"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="description" content="A page of the product" /><title>${title}</title></head><body><Fragment set:html={body} /></body></html>`,
});

const next = ({ title, styles, body }: Content): Source => ({
  "next.config.mjs": 'export default { output: "export" };',
  "app/page.css": styles,
  "app/body.js": `export default ${JSON.stringify(body)};`,
  "app/layout.js": `import "./page.css";
export const metadata = { title: ${JSON.stringify(title)}, description: "A page of the product" };
export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }`,
  "app/page.js": `import body from "./body.js";
export default function Page() { return <div dangerouslySetInnerHTML={{ __html: body }} />; }`,
});

const makers = {
  Astro: { source: astro, build: ["astro", "build"], out: "dist" },
  Next: { source: next, build: ["next", "build"], out: "out" },
} as const;
export type Peer = keyof typeof makers;

/** Builds a page of the same content, styles and fonts with another framework; gives its folder. */
export async function buildPeer(peer: Peer, content: Content): Promise<string> {
  const { source, build, out } = makers[peer];
  const built = join(folder, "built", peer.toLowerCase());
  rmSync(built, { recursive: true, force: true });
  for (const [path, text] of Object.entries(source(content))) {
    mkdirSync(join(built, path, ".."), { recursive: true });
    writeFileSync(join(built, path), text);
  }
  writeFileSync(join(built, "package.json"), '{ "private": true, "type": "module" }');
  cpSync("build/client/assets", join(built, "public/assets"), {
    recursive: true,
    filter: (file) => !/\.(js|br|gz)$/.test(file),
  });
  const [tool, ...args] = build;
  await run(peersTool(tool), args, built);
  return join(built, out);
}

/** A folder with a page of one line: what a browser itself takes for any page on this machine. */
export function oneLinePage(): string {
  const made = join(folder, "built/one-line");
  mkdirSync(made, { recursive: true });
  writeFileSync(
    join(made, "index.html"),
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>One line</title><p>One line.',
  );
  return made;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
};

/** A folder over HTTP, compressed as the product compresses its own files. */
export async function serveFolder(root: string): Promise<{ url: string; stop: () => void }> {
  const server = createServer(({ url = "/" }, response) => {
    const path = decodeURIComponent(url.split("?")[0] ?? "/");
    const file = join(root, path.endsWith("/") ? `${path}index.html` : path);
    const type = types[extname(file)];
    if (!type || !existsSync(file)) return void response.writeHead(404).end();
    const bytes = readFileSync(file);
    const squeezed = type.startsWith("font") ? bytes : brotliCompressSync(bytes);
    const coding = squeezed === bytes ? {} : { "content-encoding": "br" };
    const kept = path.endsWith("/") ? {} : { "cache-control": "public, max-age=31536000, immutable" };
    response
      .writeHead(200, { "content-type": type, "content-length": squeezed.length, ...coding, ...kept })
      .end(squeezed);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    stop: () => void server.close(),
  };
}
