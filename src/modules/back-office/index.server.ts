export { chatNotices } from "./chat-notices.ts";
export { deskNotices } from "./notices.ts";
export { peopleNotices } from "./people-notices.ts";
