export { BellLink, NoticeListener, useUnread } from "./screens/bell.tsx";
export { MailBody } from "./screens/mail-body.tsx";
