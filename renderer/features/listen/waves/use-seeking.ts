/**
 * On a picture a click seeks, and a drag selects a passage, which plays as a loop; a finger seeks as it moves. The wheel and two fingers, on a
 * touchpad or the screen, zoom around the pointers and scroll.
 */

import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { Player } from '../../../components/playback/player.ts';
import { moved, pinched, type Sight, zoomed } from './view-window.ts';

/** The shortest time between two seeks of a finger, or two passages of a drag: each one refills the worklet. */
const SEEK_EVERY_MS = 70;
/** Pixels that a drag must have: less is a click. */
const LEAST_DRAG = 4;

/** Zoom of a pixel of the wheel, and of a pinch. */
const WHEEL_SPEED = 0.0022;
const PINCH_SPEED = 0.01;
/** Firefox counts in lines. */
const LINE_PIXELS = 33;

interface SeekingOptions {
  readonly player: Player;
  readonly sight: Sight;
  readonly duration: number;
  /** A passage was selected. */
  readonly onSelected: () => void;
  /** The element over the waveforms. */
  readonly area: RefObject<HTMLDivElement | null>;
}

interface SeekingHandlers {
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(event: PointerEvent): void;
  onPointerCancel(event: PointerEvent): void;
}

export function useSeeking({ player, sight, duration, area, onSelected }: SeekingOptions): SeekingHandlers {
  const dragging = useRef(false);
  const lastSeek = useRef(0);
  /** Where the passage begins; null for a finger. */
  const began = useRef<{ readonly x: number; readonly frame: number } | null>(null);
  /** Where each finger is, in pixels of the window. */
  const fingers = useRef(new Map<number, number>());

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
        sight.setState((now) => moved(now, duration, (sideways / box.width) * (now.to - now.from)));
        return;
      }
      // A pinch on a touchpad arrives as a wheel with Ctrl, in smaller steps.
      const speed = event.ctrlKey ? PINCH_SPEED : WHEEL_SPEED;
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1;
      const share = (event.clientX - box.left) / box.width;
      sight.setState((now) =>
        zoomed(now, duration, Math.exp(event.deltaY * lines * speed), now.from + share * (now.to - now.from)),
      );
    }
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [area, duration, sight]);

  function frameAt({ clientX }: PointerEvent): number | null {
    const box = area.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return null;
    const { from, to } = sight.getState();
    const second = from + ((clientX - box.left) / box.width) * (to - from);
    return Math.min(duration, Math.max(0, second)) * player.rate;
  }

  function seekTo(event: PointerEvent): void {
    const frame = frameAt(event);
    if (frame !== null) player.seek(frame);
    lastSeek.current = event.timeStamp;
  }

  /** @returns whether this is a drag, which selects */
  function select(event: PointerEvent): boolean {
    const start = began.current;
    const frame = frameAt(event);
    if (start === null || frame === null || Math.abs(event.clientX - start.x) < LEAST_DRAG) return false;
    player.setLoop({ from: Math.min(start.frame, frame), to: Math.max(start.frame, frame) });
    lastSeek.current = event.timeStamp;
    return true;
  }

  function placesOf(): readonly number[] {
    const box = area.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return [];
    return [...fingers.current.values()].map((x) => (x - box.left) / box.width);
  }

  /** Of two fingers, one moved. */
  function pinch({ pointerId, clientX }: PointerEvent): void {
    const [one, other] = placesOf();
    fingers.current.set(pointerId, clientX);
    const [oneAfter, otherAfter] = placesOf();
    if (one === undefined || other === undefined || oneAfter === undefined || otherAfter === undefined) return;
    sight.setState((now) => pinched(now, duration, [one, other], [oneAfter, otherAfter]));
  }

  return {
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const isTouch = event.pointerType === 'touch';
      if (isTouch) fingers.current.set(event.pointerId, event.clientX);
      dragging.current = fingers.current.size < 2;
      // A second finger may follow: a first one seeks when it moves on or leaves.
      if (isTouch) lastSeek.current = event.timeStamp;
      else seekTo(event);
      const frame = isTouch ? null : frameAt(event);
      began.current = frame === null ? null : { x: event.clientX, frame };
    },
    onPointerMove(event) {
      if (fingers.current.size === 2 && fingers.current.has(event.pointerId)) {
        pinch(event);
        return;
      }
      if (!dragging.current || event.timeStamp - lastSeek.current <= SEEK_EVERY_MS) return;
      if (began.current === null) seekTo(event);
      else select(event);
    },
    onPointerUp(event) {
      fingers.current.delete(event.pointerId);
      if (!dragging.current) return;
      dragging.current = false;
      if (select(event)) onSelected();
      else seekTo(event);
    },
    onPointerCancel(event) {
      fingers.current.delete(event.pointerId);
      dragging.current = false;
    },
  };
}
