import { useRouteLoaderData } from "react-router";
import type { RootData } from "#src/root.tsx";

/** What the root of every page knows: the shop, who looks, and whether this is a demo. Missing only when the root failed. */
export const useFrame = (): RootData | undefined => useRouteLoaderData<RootData>("root");
