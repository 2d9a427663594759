export { tabTitle } from "./screens/auth-page.tsx";
export { Answer, GuardedButton, Part, useSending } from "./screens/settings/part.tsx";
