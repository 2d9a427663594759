export { CheckerTeaser } from "./screens/example.tsx";
