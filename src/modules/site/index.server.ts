export { type Site, siteSetting } from "./settings.ts";
