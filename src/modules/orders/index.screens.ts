/** This module's API for screens: what came along with a version. */
export { CameAlong } from "./screens/came-along.tsx";
