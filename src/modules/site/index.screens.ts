/** This module's API for screens: what every page of the shop may show or know. */
export { useFrame } from "./screens/frame.ts";
export { ModeNotice } from "./screens/mode-notice.tsx";
export { PublicMasthead } from "./screens/site-masthead.tsx";
