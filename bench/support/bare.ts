import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

export type Bare = { url: string; pid: number; stop: () => Promise<void> };

/** A reference server in a process of its own: `bench/references/<name>.ts` (or its built `file`) prints its port when it listens. */
export async function startBare(
  name: string,
  input: unknown,
  { file = `bench/references/${name}.ts`, env = {} }: { file?: string; env?: Record<string, string> } = {},
): Promise<Bare> {
  const child: ChildProcess = spawn(process.execPath, [file], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production", ...env },
  });
  child.stdin?.end(JSON.stringify(input));
  const [printed] = (await Promise.race([once(child.stdout ?? child, "data"), ended(name, child)])) as [Buffer];
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${Number(printed.toString().trim())}`,
    stop: async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

async function ended(name: string, child: ChildProcess): Promise<never> {
  const [code] = (await once(child, "exit")) as [number | null];
  throw new Error(`the reference ${name} ended with ${code} before it listened`);
}
