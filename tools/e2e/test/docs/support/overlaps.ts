/**
 * Runs in a page: pairs of texts that are drawn over each other. What a scrolling part hides does not count, and neither
 * does what is hidden for those who see.
 */
export function overlaps(): string[] {
  interface Box {
    readonly text: string;
    readonly node: Node;
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }
  const clip = (
    box: DOMRect,
    element: Element | null,
  ): { left: number; top: number; right: number; bottom: number } => {
    let { left, top, right, bottom } = box;
    for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at);
      if (overflowX !== "visible" || overflowY !== "visible") {
        const frame = at.getBoundingClientRect();
        left = Math.max(left, frame.left);
        top = Math.max(top, frame.top);
        right = Math.min(right, frame.right);
        bottom = Math.min(bottom, frame.bottom);
      }
      if (position === "fixed") break;
    }
    return { left, top, right, bottom };
  };
  const isHidden = (element: Element): boolean =>
    element.closest(".hidden, .skip, script, style, title") !== null ||
    !element.checkVisibility({ checkOpacity: true });
  const boxes: Box[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? "";
    const parent = node.parentElement;
    if (text === "" || parent === null || isHidden(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const box = { text: text.slice(0, 30), node, ...clip(rect, parent) };
      if (box.right - box.left > 1 && box.bottom - box.top > 1) boxes.push(box);
    }
  }
  boxes.sort((a, b) => a.top - b.top);
  const pairs = new Set<string>();
  boxes.forEach((a, index) => {
    for (const b of boxes.slice(index + 1)) {
      if (b.top >= a.bottom) break;
      if (a.node === b.node) continue;
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - b.top;
      // Boxes of lines touch: letters are smaller than the box of their font.
      if (width > 2 && height > 0.4 * Math.min(a.bottom - a.top, b.bottom - b.top))
        pairs.add(`“${a.text}” and “${b.text}”`);
    }
  });
  return [...pairs];
}
