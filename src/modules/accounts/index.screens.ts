export { tabTitle } from "./screens/auth-page.tsx";
export { placeWords } from "./screens/settings/method-words.ts";
export { Answer, GuardedButton, Part, useSending } from "./screens/settings/part.tsx";
