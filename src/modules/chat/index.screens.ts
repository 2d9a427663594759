/** This module's API for screens: the way to support on every page. */

export { OrderThread } from "./screens/order-thread.tsx";
export { ReadThread } from "./screens/read-thread.tsx";
export { SupportTalk } from "./screens/support-talk.tsx";
export { ChatTile } from "./screens/tile.tsx";
