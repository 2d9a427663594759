import type { Hono } from "hono";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Env } from "./env.ts";

const names = ["effective-directive", "effectiveDirective", "violated-directive"];

/** Browsers report blocked content here; only the directive is logged, addresses may be private. */
export function cspHandler(app: Hono<Env>, runtime: Runtime): void {
  app.post("/csp-report", async (c) => {
    const report: unknown = await c.req.json().catch(() => null);
    const body = first(report);
    const directive = names.map((name) => body?.[name]).find((value) => typeof value === "string");
    runtime.log.warn({ directive: String(directive ?? "unknown").slice(0, 60) }, "the browser blocked content");
    return c.body(null, 204);
  });
}

function first(report: unknown): Record<string, unknown> | null {
  const one: unknown = Array.isArray(report) ? report[0] : report;
  if (!one || typeof one !== "object") return null;
  const inner = (one as Record<string, unknown>)["csp-report"] ?? (one as Record<string, unknown>).body;
  return inner && typeof inner === "object" ? (inner as Record<string, unknown>) : null;
}
