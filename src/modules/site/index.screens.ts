/** This module's API for screens: what every page of the shop may show or know. */

export { ErrorPage } from "./screens/error-page.tsx";
export { type Frame, useFrame } from "./screens/frame.ts";
export { ModeNotice } from "./screens/mode-notice.tsx";
