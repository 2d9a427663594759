import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { strFromU8, unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { isFullRun } from "#tests/support/full-run.ts";
import { address, caller } from "./samples/acting/acting-file.ts";
import { actingFiles } from "./samples/acting/acting-files.ts";
import { cleaned } from "./samples/folder.ts";

// In the full run LibreOffice opens every sample before and after cleaning, behind a proxy that notes what it asks for.

const officeProgram = ["/usr/bin/soffice", "/usr/bin/libreoffice"].find((path) => {
  try {
    execFileSync(path, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});
const notRun = !isFullRun
  ? "in the full run alone"
  : officeProgram
    ? ""
    : "NOT RUN: LibreOffice is not installed (Debian: libreoffice-writer-nogui, -calc-nogui, -impress-nogui)";
if (isFullRun && notRun) console.warn(`Copies in LibreOffice: ${notRun}`);

/** Formats of which LibreOffice asks for something as long as they are not cleaned. */
const asking = ["docx", "xlsx", "pptx"];
const opened = ["docx", "xlsx", "pptx", "odt", "svg", "pdf"];

/** The same file, whose addresses name its format: of a secured request the proxy sees the computer's name alone. */
function callingAs(format: string, bytes: Uint8Array): Uint8Array {
  const moved = (part: Uint8Array) =>
    Buffer.from(Buffer.from(part).toString("latin1").replaceAll(address, `http://${caller}/${format}.png`), "latin1");
  if (format === "svg") return moved(bytes);
  if (strFromU8(bytes.subarray(0, 2)) !== "PK") return bytes;
  const parts = Object.entries(unzipSync(bytes));
  return zipSync(Object.fromEntries(parts.map(([name, part]) => [name, moved(part)])));
}

/** Notes every request and every tunnel that is asked for, and answers none. */
function recordingProxy(): Promise<{ port: number; asked: string[]; close: () => void }> {
  const asked: string[] = [];
  const server = createServer((request, answer) => {
    asked.push(request.url ?? "");
    answer.writeHead(404).end();
  });
  server.on("connect", (request, socket) => {
    asked.push(request.url ?? "");
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  return new Promise((done) =>
    server.listen(0, "127.0.0.1", () =>
      done({ port: (server.address() as AddressInfo).port, asked, close: () => server.close() }),
    ),
  );
}

const setting = (name: string, value: string | number): string =>
  `<item oor:path="/org.openoffice.Inet/Settings"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** A profile of LibreOffice whose every request goes to the proxy: 7.4 takes its name with the scheme alone. */
function writeProfile(folder: string, port: number): void {
  const proxy = ["HTTP", "HTTPS"].flatMap((kind) => [
    setting(`ooInet${kind}ProxyName`, "http://127.0.0.1"),
    setting(`ooInet${kind}ProxyPort`, port),
  ]);
  mkdirSync(join(folder, "profile/user"), { recursive: true });
  writeFileSync(
    join(folder, "profile/user/registrymodifications.xcu"),
    `<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${setting("ooInetProxyType", 2)}${proxy.join("")}</oor:items>`,
  );
}

/** Opens and prints every file of a folder; answers how many it could. */
async function openAll(folder: string, port: number): Promise<number> {
  writeProfile(folder, port);
  const files = readdirSync(folder).filter((name) => name !== "profile");
  const options = ["--headless", `-env:UserInstallation=file://${folder}/profile`, "--convert-to", "pdf"];
  await promisify(execFile)(officeProgram ?? "", [...options, "--outdir", join(folder, "out"), ...files], {
    cwd: folder,
    env: { HOME: folder, PATH: process.env.PATH },
    maxBuffer: 64 * 1024 * 1024,
  });
  return readdirSync(join(folder, "out")).length;
}

/** What LibreOffice asks for when it opens these files. */
async function askedFor(what: string, files: ReadonlyMap<string, Uint8Array>): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "opened-"));
  const proxy = await recordingProxy();
  try {
    for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
    const made = await openAll(folder, proxy.port);
    console.log(`LibreOffice opened ${made} of ${files.size} ${what}, and asked for`, [...new Set(proxy.asked)]);
    expect(made).toBeGreaterThan(files.size * 0.8);
    return proxy.asked;
  } finally {
    proxy.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

test.skipIf(notRun !== "")(
  `LibreOffice opens the copies, and they ask nobody for anything (${notRun || "behind a proxy"})`,
  async () => {
    const sent = new Map<string, Uint8Array>();
    const copies = new Map<string, Uint8Array>();
    for (const [at, { format, mime, bytes }] of actingFiles.entries()) {
      if (!opened.includes(format)) continue;
      const before = callingAs(format, await bytes());
      sent.set(`${at}.${format}`, before);
      const { after } = await cleaned(before, mime);
      if (after) copies.set(`${at}.${format}`, after);
    }
    const asked = await askedFor("files as they were sent", sent);
    for (const format of asking) expect(asked, "the proxy sees who asks").toContain(`http://${caller}/${format}.png`);
    expect(await askedFor("copies", copies)).toEqual([]);
  },
);
