/** This module's API for screens: the writer's start page, and a text that the device keeps. */
export { ForgetText, KeptText } from "./screens/kept-text.tsx";
export { Deal } from "./screens/offers.tsx";
export { Workspace } from "./screens/workspace.tsx";
