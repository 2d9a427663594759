import type { Block } from "#src/modules/operator/index.server.ts";

type Heading = Extract<Block, { kind: "heading" }>;
export type Group = { heading: Heading | null; blocks: readonly Block[] };

/** The blocks before the first heading of a level, and those below each. */
export function groupsOf(blocks: readonly Block[], level: number): Group[] {
  const groups: { heading: Heading | null; blocks: Block[] }[] = [{ heading: null, blocks: [] }];
  for (const block of blocks)
    if (block.kind === "heading" && block.level === level) groups.push({ heading: block, blocks: [] });
    else groups.at(-1)?.blocks.push(block);
  return groups.filter((one) => one.heading !== null || one.blocks.length > 0);
}
