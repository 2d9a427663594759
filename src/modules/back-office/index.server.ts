export { deskNotices } from "./notices.ts";
