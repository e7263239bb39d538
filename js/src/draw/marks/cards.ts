// Frames about the cards of a mat that are offered or chosen. They lie around the cards, so that they hide nothing on them.

import type { Choice } from "../../kernel/types.gen";
import type { Item } from "../list";
import { polygon } from "../shapes";
import type { Sight } from "../sight";
import { hover, inward, selection } from "./rings";

const AROUND = 1.03;

export function offers(options: readonly Choice[], { map, px }: Sight): Item[] {
  return options.flatMap((option) => {
    const index = option.space === null ? -1 : map.find(option.space);
    if (index < 0 || map.labelRoom(index) > 0 || !["piece", "space", "number"].includes(option.kind)) return [];
    const frame = polygon(inward(map.outline(index), map.centre(index), AROUND));
    if (option.chosen) return selection(frame, px).slice(1);
    return option.findings.length === 0 ? hover(frame, px) : [];
  });
}
