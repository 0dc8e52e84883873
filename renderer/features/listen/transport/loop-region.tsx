/** The loop on the page: drawn over the waves, and set by dragging over the ruler. */

import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Player } from '../../../components/playback/player.ts';
import type { Loop } from '../../../components/playback/playhead-frame.ts';
import type { Sight } from '../waves/view-window.ts';
import { announceLoop } from './choose.ts';
import classes from './transport.module.css';

/** Pixels that the pointer must move: less is a click. */
const LEAST_DRAG = 3;

interface LoopProps {
  readonly player: Player;
  readonly sight: Sight;
}

/** Over the waves, below the playhead. */
export function LoopRegion({ player, sight }: LoopProps) {
  const loop = useStore(player.store, (state) => state.loop);
  return loop === null ? null : <Band loop={loop} sight={sight} rate={player.rate} className={classes.region} />;
}

/** Around the ruler: a drag sets the loop, a click seeks. By key, [ and ] do. */
export function LoopStrip({ player, sight, children }: LoopProps & { children: ReactNode }) {
  const loop = useStore(player.store, (state) => state.loop);
  const [drawn, setDrawn] = useState<Loop | null>(null);
  const began = useRef<{ readonly x: number; readonly frame: number } | null>(null);

  function frameAt(event: PointerEvent): number {
    const box = event.currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / Math.max(1, box.width)));
    const view = sight.getState();
    return (view.from + share * (view.to - view.from)) * player.rate;
  }

  function down(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    began.current = { x: event.clientX, frame: frameAt(event) };
  }

  /** The loop that a drag to here makes; null for a click. */
  function loopTo(event: PointerEvent): Loop | null {
    const start = began.current;
    if (start === null || (drawn === null && Math.abs(event.clientX - start.x) < LEAST_DRAG)) return null;
    const frame = frameAt(event);
    return { from: Math.min(start.frame, frame), to: Math.max(start.frame, frame) };
  }

  function up(event: PointerEvent): void {
    if (began.current === null) return;
    const made = loopTo(event);
    cancel();
    if (made === null) {
      player.seek(frameAt(event));
      return;
    }
    player.setLoop(made);
    announceLoop(player);
  }

  function cancel(): void {
    began.current = null;
    setDrawn(null);
  }

  const shown = drawn ?? loop;
  return (
    <div
      className={classes.strip}
      data-testid="loop-strip"
      onPointerDown={down}
      onPointerMove={(event) => setDrawn(loopTo(event))}
      onPointerUp={up}
      onPointerCancel={cancel}
    >
      {children}
      {shown !== null && <Band loop={shown} sight={sight} rate={player.rate} className={classes.mark} />}
    </div>
  );
}

interface BandProps {
  readonly loop: Loop;
  readonly sight: Sight;
  /** Hz. */
  readonly rate: number;
  readonly className: string | undefined;
}

function Band({ loop, sight, rate, className }: BandProps) {
  const view = useStore(sight);
  const place = (frame: number) => ((frame / rate - view.from) / (view.to - view.from)) * 100;
  const from = Math.max(0, place(loop.from));
  const to = Math.min(100, place(loop.to));
  if (to <= from) return null;
  return <div className={className} style={{ left: `${from}%`, width: `${to - from}%` }} />;
}
