/** This module's API for screens: what every page of the shop may show or know. */

export { ErrorPage } from "./screens/error-page.tsx";
export { type Frame, tabTitle, useFrame } from "./screens/frame.ts";
export { InfoPage } from "./screens/info-page.tsx";
export { ModeNotice } from "./screens/mode-notice.tsx";
export { pageMeta } from "./screens/page-meta.ts";
