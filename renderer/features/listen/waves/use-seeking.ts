/** Clicking or dragging on a picture seeks; the wheel and two fingers zoom around the pointer and scroll. */

import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { Player } from '../playback/player.ts';
import { moved, type ViewWindow, zoomed } from './view-window.ts';

/** The shortest time between two seeks of a drag: each one refills the worklet. */
const SEEK_EVERY_MS = 70;

/** Zoom of a pixel of the wheel, and of a pinch. */
const WHEEL_SPEED = 0.0022;
const PINCH_SPEED = 0.01;
/** Firefox counts in lines. */
const LINE_PIXELS = 33;

interface SeekingOptions {
  readonly player: Player;
  readonly view: ViewWindow;
  readonly setView: (change: (view: ViewWindow) => ViewWindow) => void;
  readonly duration: number;
  /** The element over the waveforms. */
  readonly area: RefObject<HTMLDivElement | null>;
}

interface SeekingHandlers {
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(event: PointerEvent): void;
  onPointerCancel(): void;
}

export function useSeeking({ player, view, setView, duration, area }: SeekingOptions): SeekingHandlers {
  const dragging = useRef(false);
  const lastSeek = useRef(0);
  const latest = useRef(view);
  latest.current = view;

  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    // React's wheel listeners are passive and can't keep the page from zooming.
    function wheel(event: WheelEvent): void {
      const box = element?.getBoundingClientRect();
      if (box === undefined) return;
      event.preventDefault();
      const sideways = event.shiftKey ? event.deltaX + event.deltaY : event.deltaX;
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        setView((now) => moved(now, duration, (sideways / box.width) * (now.to - now.from)));
        return;
      }
      // A pinch on a touchpad arrives as a wheel with Ctrl, in smaller steps.
      const speed = event.ctrlKey ? PINCH_SPEED : WHEEL_SPEED;
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1;
      const share = (event.clientX - box.left) / box.width;
      setView((now) =>
        zoomed(now, duration, Math.exp(event.deltaY * lines * speed), now.from + share * (now.to - now.from)),
      );
    }
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [area, duration, setView]);

  function seekTo(event: PointerEvent): void {
    const box = area.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return;
    const { from, to } = latest.current;
    const second = from + ((event.clientX - box.left) / box.width) * (to - from);
    player.seek(Math.min(duration, Math.max(0, second)) * player.rate);
    lastSeek.current = event.timeStamp;
  }

  return {
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      dragging.current = true;
      seekTo(event);
    },
    onPointerMove(event) {
      if (dragging.current && event.timeStamp - lastSeek.current > SEEK_EVERY_MS) seekTo(event);
    },
    onPointerUp(event) {
      if (!dragging.current) return;
      dragging.current = false;
      seekTo(event);
    },
    onPointerCancel() {
      dragging.current = false;
    },
  };
}
