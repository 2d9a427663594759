export { siteSetting } from "./settings.ts";
