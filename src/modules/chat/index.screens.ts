/** This module's API for screens: the way to support on every page. */
export { ChatTile } from "./screens/tile.tsx";
