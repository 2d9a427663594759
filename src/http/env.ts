import type { HttpBindings } from "@hono/node-server";
import type { RequestScope } from "#src/platform/request-context.ts";

/** What every Hono handler of the product can reach: Node's request and the viewer. */
export type Env = { Bindings: HttpBindings; Variables: { scope: RequestScope } };
