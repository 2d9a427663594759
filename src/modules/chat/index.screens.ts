/** This module's API for screens: the way to support on every page. */
export { OrderChat } from "./screens/order-chat.tsx";
export { ReachAboutOrder } from "./screens/reach-chat.tsx";
export { ChatTile } from "./screens/tile.tsx";
