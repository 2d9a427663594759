import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { freePort } from "#tests/support/product.ts";
import { answers, check, newFolder, type ProxyHere, run, trust, until, versionOf } from "./proxy.ts";

/** It makes its own certificate for localhost, and must not tell the machine to trust it. */
const globalOptions = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n";

export const caddy: ProxyHere = {
  version: () => versionOf("caddy", "version"),
  betweenMs: 5_000,
  start: async (port, upstreams) => {
    const folder = newFolder();
    const config = join(folder, "Caddyfile");
    writeFileSync(config, `${globalOptions}import ${resolve("deploy/Caddyfile")}\n`);
    const plain = { port: await freePort() };
    const env = {
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SITE: `https://localhost:${port}`,
      PLAIN_SITE: `http://localhost:${plain.port}`,
      UPSTREAMS: upstreams.map((one) => `127.0.0.1:${one}`).join(" "),
    };
    const args = ["--config", config, "--adapter", "caddyfile"];
    check("caddy", ["adapt", ...args], env);
    const started = run("caddy", ["run", ...args], env);
    const root = join(folder, "caddy/pki/authorities/local/root.crt");
    const read = async (): Promise<string | null> => {
      try {
        return readFileSync(root, "utf8") || null;
      } catch {
        return null;
      }
    };
    trust(await until(started, read));
    await until(started, answers(port));
    return { ...started, plain };
  },
};
