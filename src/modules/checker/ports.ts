import { definePort } from "#src/platform/runtime.ts";
import type { CheckerWork } from "./checker-work.ts";

export const checkerPort = definePort<CheckerWork>("checker.work");
