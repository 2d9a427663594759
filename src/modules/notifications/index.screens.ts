export { Bell } from "./screens/bell.tsx";
