import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

export type Bare = { url: string; stop: () => Promise<void> };

/** A reference server in a process of its own: `bench/references/<name>.ts` prints its port when it listens. */
export async function startBare(name: string, input: unknown): Promise<Bare> {
  const child: ChildProcess = spawn(process.execPath, [`bench/references/${name}.ts`], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  child.stdin?.end(JSON.stringify(input));
  const [said] = (await once(child.stdout ?? child, "data")) as [Buffer];
  return {
    url: `http://127.0.0.1:${Number(said.toString().trim())}`,
    stop: async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
