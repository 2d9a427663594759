import { expect, onTestFinished } from "vitest";
import { freePort } from "#tests/support/product.ts";
import { startReady } from "../app/fixture.ts";
import { demoFolder } from "../database/fixture.ts";
import type { ProxyHere } from "./proxy.ts";

/** Two web processes and a worker on one database, and a proxy as deploy/ has it before the two. */
export async function openShop(proxy: ProxyHere, more: Record<string, string> = {}) {
  const dataDir = demoFolder(onTestFinished);
  const [port = 0, ...ports] = [await freePort(), await freePort(), await freePort()];
  const url = `https://localhost:${port}`;
  const env = { BASE_URL: url, TRUSTED_PROXIES: "127.0.0.1", DRAIN_SECONDS: "3", ...more };
  const startWeb = (at: number) => startReady({ dataDir, env, port: ports[at] ?? 0, args: ["--role", "web"] });
  const webs = [await startWeb(0), await startWeb(1)];
  const worker = await startReady({ dataDir, env, args: ["--role", "worker"] });
  const { complaints, plain } = await proxy.start(port, ports);
  const restart = async (at: number): Promise<void> => {
    expect(await webs[at]?.leave()).toEqual({ code: 0, signal: null });
    webs[at] = await startWeb(at);
    await new Promise((done) => setTimeout(done, proxy.betweenMs));
  };
  const leave = async (): Promise<void> => {
    await Promise.all([...webs, worker].map((one) => one.leave()));
  };
  return { url, port, plain, dataDir, restart, leave, complaints, pids: () => [...webs, worker].map(({ pid }) => pid) };
}
