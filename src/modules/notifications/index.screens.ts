export { BellLink, NoticeListener, useUnread } from "./screens/bell.tsx";
