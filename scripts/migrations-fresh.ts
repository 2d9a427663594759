// Before the first release there is one migration: it is made anew from all tables, then the guards follow.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

rmSync("migrations", { recursive: true, force: true });
const kit = (...args: string[]) => execFileSync("drizzle-kit", args, { stdio: "inherit" });
kit("generate", "--name=first-house");
kit("generate", "--custom", "--name=append-only");
const guards = readdirSync("migrations").find((name) => name.endsWith("append-only.sql"));
if (guards) writeFileSync(`migrations/${guards}`, readFileSync("src/platform/database/guards.sql"));
