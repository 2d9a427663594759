import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { answers, check, newFolder, type ProxyHere, run, trust, until, versionOf } from "./proxy.ts";

const version = () => versionOf("nginx", "-v");
const isBefore = (one: string, other: string): boolean => one.localeCompare(other, "en", { numeric: true }) < 0;

function makeCertificate(folder: string): void {
  const files = ["-keyout", join(folder, "shop.key"), "-out", join(folder, "shop.pem")];
  const wanted = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-subj", "/CN=localhost"];
  const more = ["-nodes", "-days", "2", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  execFileSync("openssl", ["req", "-x509", ...wanted, ...more, ...files], { stdio: "pipe" });
}

/** The example of deploy/, with ports and a certificate of this machine, and nothing else changed. */
function siteHere(folder: string, port: number, [first, second]: readonly number[]): string {
  const changes: [string, string][] = [
    ["listen 443 ssl;", `listen 127.0.0.1:${port} ssl;`],
    ["listen 80;", `listen unix:${folder}/plain.sock;`],
    ["server 127.0.0.1:3000 ", `server 127.0.0.1:${first} `],
    ["server 127.0.0.1:3001 ", `server 127.0.0.1:${second} `],
    ["/etc/ssl/", `${folder}/`],
  ];
  const older: [string, string][] = [
    [`:${port} ssl;`, `:${port} ssl http2;`],
    ["  http2 on;\n", ""],
  ];
  let text = readFileSync("deploy/nginx.conf", "utf8");
  for (const [from, to] of [...changes, ...(isBefore(version() ?? "", "1.25.1") ? older : [])]) {
    if (!text.includes(from)) throw new Error(`deploy/nginx.conf has no "${from}" any more.`);
    text = text.replaceAll(from, to);
  }
  return text;
}

const mainConfig = (folder: string): string => `${process.getuid?.() === 0 ? "user root;" : ""}
daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
# Each stream takes two; all of them may reach one worker. Without room nginx closes other connections.
events { worker_connections 16384; }
http {
  access_log off;
  # fetch of Node does not ask again what was under way when nginx closes a connection after 1,000 requests; browsers do.
  keepalive_requests 1000000;
${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `  ${name}_temp_path ${folder}/${name};`).join("\n")}
  include ${folder}/site.conf;
}
`;

export const nginx: ProxyHere = {
  version,
  betweenMs: 0,
  start: async (port, upstreams) => {
    const folder = newFolder();
    makeCertificate(folder);
    trust(readFileSync(join(folder, "shop.pem"), "utf8"));
    writeFileSync(join(folder, "site.conf"), siteHere(folder, port, upstreams));
    writeFileSync(join(folder, "nginx.conf"), mainConfig(folder));
    const args = ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")];
    check("nginx", ["-t", ...args]);
    const started = run("nginx", args);
    await until(started, answers(port));
    return { ...started, plain: { socketPath: `${folder}/plain.sock` } };
  },
};
