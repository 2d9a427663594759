/** This module's API for screens: what every page may show or know of the shop. */

export { questionsIn } from "./pages/faq-text.ts";
export { type BlockGroup, groupsOf, type Heading, wordsOf } from "./pages/page-text.ts";
export { linesOf } from "./pages/plain-text.ts";
export { AgreedVersion } from "./screens/agreed-version.tsx";
export { ChangedTexts } from "./screens/changed-texts.tsx";
export { type Frame, tabTitle, useFrame } from "./screens/frame.ts";
export { inlineNodes } from "./screens/inline-nodes.tsx";
export { ModeNotice } from "./screens/mode-notice.tsx";
export { NoticeBar } from "./screens/notice-bar.tsx";
export { blockNodes } from "./screens/page-blocks.tsx";
export { pageMeta } from "./screens/page-meta.ts";
export { ReachAboutOrder } from "./screens/reach-about-order.tsx";
