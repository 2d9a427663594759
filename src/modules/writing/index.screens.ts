/** The door to this module's screen parts: the writer's start page, and a text that the device keeps. */
export { ForgetText, KeptText } from "./screens/kept-text.tsx";
export { Workspace } from "./screens/workspace.tsx";
