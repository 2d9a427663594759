/** This module's API for screens: the last page for every failure. */
export { ErrorPage } from "./screens/error-page.tsx";
