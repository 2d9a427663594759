export { Bell, BellLink, useUnread } from "./screens/bell.tsx";
