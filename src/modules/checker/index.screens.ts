export { CheckerTeaser } from "./screens/checker-teaser.tsx";
