export { PasskeyButton } from "./factors/screens/passkey-button.tsx";
export { addressLabel } from "./own-account/screens/method-labels.ts";
export { Answer, GuardedButton, Part, useSending } from "./own-account/screens/part.tsx";
