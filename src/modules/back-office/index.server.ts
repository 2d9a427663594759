export { deskNotices } from "./notices.ts";
export { peopleNotices } from "./people-notices.ts";
