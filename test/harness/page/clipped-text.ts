/** A pseudo-locale for a page that is shown: every text gets 1.4 times as long, and what is clipped then is found. Runs in the page. */

const LONGER = 1.4;
/** Pixels: letters reach a little beyond their box. */
const TOLERANCE = 1.5;

/** Lengthens every text of the page as it stands, with signs of its own, so that words stay words. */
export function lengthenTexts(root: Element = document.body): void {
  for (const node of textsOf(root)) {
    const text = node.data;
    const trimmed = text.trim();
    // A figure with its unit is as long in every language.
    if (!/\p{L}{2}/u.test(trimmed) || /^[<~]? ?[\d.,:–]+ ?\p{L}{1,4}$/u.test(trimmed)) continue;
    const extra = trimmed.slice(0, Math.ceil(trimmed.length * (LONGER - 1)));
    node.data = text.replace(trimmed, `${trimmed} ${extra.trim()}`);
  }
}

/**
 * Texts that are cut off: wider than their element, or beyond an ancestor that hides what overflows. A text that ends in an ellipsis may,
 * if a title has the whole of it; so may one that only screen readers meet.
 */
export function clippedTexts(root: Element = document.body): string[] {
  const clipped: string[] = [];
  for (const node of textsOf(root)) {
    const element = node.parentElement;
    const box = boxOf(node);
    if (element === null || box === null || element.closest('.visually-hidden, [aria-hidden=true]') !== null) continue;
    const edge = edgeOf(element);
    if (edge === null || (box.right <= edge.right + TOLERANCE && box.left >= edge.left - TOLERANCE)) continue;
    if (!edge.endsInEllipsis) clipped.push(`clipped: ${describe(element)}`);
    else if (element.closest('[title]') === null) clipped.push(`no title: ${describe(element)}`);
  }
  return [...new Set(clipped)];
}

function* textsOf(root: Element): Generator<Text> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element?.closest('script, style, textarea, select') === null && (node as Text).data.trim() !== '')
      yield node as Text;
  }
}

/** Null for a text that nobody sees. */
function boxOf(node: Text): DOMRect | null {
  const range = document.createRange();
  range.selectNodeContents(node);
  const box = range.getBoundingClientRect();
  const isSeen = node.parentElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) === true;
  return !isSeen || box.width === 0 || box.height === 0 ? null : box;
}

interface Edge {
  readonly left: number;
  readonly right: number;
  readonly endsInEllipsis: boolean;
}

/** The horizontal edge beyond which a text is hidden; what scrolls hides nothing. Null inside what only screen readers meet. */
function edgeOf(element: Element): Edge | null {
  for (let one: Element | null = element; one !== null; one = one.parentElement) {
    const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(one);
    if (overflowX === 'auto' || overflowX === 'scroll') return null;
    if (overflowX !== 'hidden' && overflowX !== 'clip') continue;
    const { left, right, width } = one.getBoundingClientRect();
    const endsInEllipsis = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
    return width <= 1 ? null : { left, right, endsInEllipsis };
  }
  return { left: 0, right: window.innerWidth, endsInEllipsis: false };
}

function describe(element: Element): string {
  return `${element.tagName.toLowerCase()}.${element.className} “${element.textContent?.slice(0, 60) ?? ''}”`;
}
