import { definePort } from "#src/platform/runtime.ts";
import type { Auth } from "./auth.ts";

/** The sign-in engine of the runtime, opened by `openAuth`. */
export const authPort = definePort<Auth>("accounts.auth");
