/** This module's API for screens: what every page may show or know of the shop. */

export { questionsIn } from "./pages/page-forms.ts";
export { type BlockGroup, groupsOf, type Heading, wordsOf } from "./pages/page-text.ts";
export { linesOf } from "./pages/plain-text.ts";
export { AgreedVersion } from "./screens/agreed-version.tsx";
export { ChangedTexts } from "./screens/changed-texts.tsx";
export { type Frame, ModeNotice, pageMeta, tabTitle, useFrame } from "./screens/frame.tsx";
export { inlineNodes } from "./screens/inline-nodes.tsx";
export { NoticeBar } from "./screens/notice-bar.tsx";
export { blockNodes } from "./screens/page-blocks.tsx";
export { ReachAboutOrder } from "./screens/reach-about-order.tsx";
