import { definePort } from "#src/platform/runtime.ts";
import type { Auth } from "./auth.ts";

/** The house's sign-in engine, opened by `openAuth`. */
export const authPort = definePort<Auth>("accounts.auth");
