/** The door to this module's screen parts: the way to support on every page. */
export { ChatTile } from "./screens/tile.tsx";
