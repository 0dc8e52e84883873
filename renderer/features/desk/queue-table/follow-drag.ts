/** Follows the pointer during a drag: moves the preview, scrolls at the edges of the list, and reports the drop. */

import { dragStore } from '../../../state/page-stores.ts';
import type { Destination } from '../../../state/reorder.ts';

/** A shorter movement is a click. */
const STARTS_AFTER_PX = 5;
/** Distance from the edge of the list at which it scrolls; faster toward the edge and beyond it. */
const EDGE_PX = 52;
const FASTEST_PX_PER_FRAME = 26;

interface DragRequest {
  /** The scrolling element. */
  readonly list: HTMLElement;
  readonly rowHeight: number;
  readonly count: () => number;
  /** Called once, when the drag begins. Null refuses it. */
  readonly moving: () => ReadonlySet<string> | null;
  readonly destination: (index: number, moving: ReadonlySet<string>) => Destination | null;
  readonly onDrop: (moving: ReadonlySet<string>, index: number) => void;
}

/** @returns cancels the drag */
export function followDrag(
  press: { readonly clientX: number; readonly clientY: number },
  request: DragRequest,
): () => void {
  const { list, rowHeight } = request;
  const over = new AbortController();
  const { signal } = over;
  let pointer = { x: press.clientX, y: press.clientY };
  let frame = 0;
  let moving: ReadonlySet<string> | null = null;

  function move(event: PointerEvent): void {
    pointer = { x: event.clientX, y: event.clientY };
    if (moving !== null || Math.hypot(pointer.x - press.clientX, pointer.y - press.clientY) < STARTS_AFTER_PX) return;
    moving = request.moving();
    if (moving === null) {
      end();
      return;
    }
    document.body.style.cursor = 'grabbing';
    follow();
  }

  function follow(): void {
    if (moving === null) return;
    const { top, bottom } = list.getBoundingClientRect();
    list.scrollTop += scrollingAt(pointer.y, top, bottom);
    const place = Math.round((pointer.y - top + list.scrollTop) / rowHeight);
    const index = Math.min(request.count(), Math.max(0, place));
    const { drag } = dragStore.getState();
    const to = drag?.index === index ? drag.to : request.destination(index, moving);
    if (drag?.index !== index || drag.x !== pointer.x || drag.y !== pointer.y) {
      dragStore.setState({ drag: { moving, index, to, ...pointer } });
    }
    frame = requestAnimationFrame(follow);
  }

  function end(): void {
    over.abort();
    cancelAnimationFrame(frame);
    document.body.style.removeProperty('cursor');
    dragStore.setState({ drag: null });
  }

  function letGo(): void {
    const { drag } = dragStore.getState();
    end();
    if (drag === null) return;
    swallowClick();
    if (drag.to !== null) request.onDrop(drag.moving, drag.index);
  }

  function cancelByEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || moving === null) return;
    event.preventDefault();
    event.stopPropagation();
    end();
    swallowClick();
  }

  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', letGo, { signal });
  window.addEventListener('pointercancel', end, { signal });
  window.addEventListener('blur', end, { signal });
  window.addEventListener('keydown', cancelByEscape, { signal, capture: true });
  return end;
}

/** Pixels to scroll in this frame; negative is up. */
export function scrollingAt(y: number, top: number, bottom: number): number {
  const edge = Math.min(EDGE_PX, (bottom - top) / 4);
  const beyond = y < top + edge ? y - (top + edge) : y > bottom - edge ? y - (bottom - edge) : 0;
  const share = Math.max(-1, Math.min(1, beyond / edge));
  return Math.sign(share) * Math.ceil(share * share * FASTEST_PX_PER_FRAME);
}

/** Keeps the end of a drag from counting as a click on the row under the pointer. */
function swallowClick(): void {
  const passed = new AbortController();
  window.addEventListener('click', (event) => event.stopPropagation(), { capture: true, signal: passed.signal });
  window.setTimeout(() => passed.abort());
}
