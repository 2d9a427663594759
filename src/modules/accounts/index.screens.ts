export { tabTitle } from "./screens/auth-page.tsx";
export { Answer, GuardedButton, Part, useSending } from "./screens/settings/part.tsx";
export { placeWords } from "./screens/settings/way-words.ts";
