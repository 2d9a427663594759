/** This module's API for screens: the writer's start page, and what an offer pays. */
export { Deal } from "./screens/offers.tsx";
export { type RefusedWork, Workspace } from "./screens/workspace.tsx";
