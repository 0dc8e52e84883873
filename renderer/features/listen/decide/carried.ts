/** What the room keeps from one recording to the next one: zoom, level match, the kind of take that is heard, and how it is played. */

import type { TakeView } from '../../../../shared/contract/views.ts';
import type { Player } from '../../../components/playback/player.ts';
import type { PlayerStart } from '../../../components/playback/player-state.ts';
import { type ViewWindow, wholeOf } from '../waves/view-window.ts';

export type Direction = 'previous' | 'next';

interface Carried {
  /** The recording that it is for. */
  readonly jobId: string;
  /** The part of the recording in view, 0 to 1. */
  readonly span: number;
  readonly heard: Pick<TakeView, 'kind' | 'model'> | null;
  readonly played: Pick<PlayerStart, 'ear' | 'matched' | 'speed' | 'volume' | 'device'>;
  /** The button that was pressed, which keeps the focus; null for a key. */
  readonly pressed: Direction | null;
}

/** Lives until the next room has read it: a page that was opened in another way begins anew. */
let carried: Carried | null = null;

interface Leaving {
  readonly player: Player;
  readonly takes: readonly TakeView[];
  readonly view: ViewWindow;
  readonly duration: number;
  readonly pressed: Direction | null;
}

export function carryTo(jobId: string, { player, takes, view, duration, pressed }: Leaving): void {
  const { take, result, ear, matched, speed, volume, device } = player.store.getState();
  const heard = takes[take] ?? takes[result];
  carried = {
    jobId,
    span: (view.to - view.from) / Math.max(duration, Number.MIN_VALUE),
    heard: heard === undefined ? null : { kind: heard.kind, model: heard.model },
    played: { ear, matched, speed, volume, device },
    pressed,
  };
}

/** What was carried to this recording; null when nothing was. */
export function carriedTo(jobId: string): Carried | null {
  return carried?.jobId === jobId ? carried : null;
}

export function putDown(): void {
  carried = null;
}

/** How the player begins. A model that this recording doesn't have leaves it at the usual take. */
export function startOf({ heard, played }: Carried, takes: readonly TakeView[]): Partial<PlayerStart> {
  const at = takes.findIndex(({ kind, model, playable }) => playable && kind === heard?.kind && model === heard.model);
  return at < 0 ? played : { ...played, take: at };
}

export function carriedView({ span }: Carried, duration: number): ViewWindow {
  return span >= 1 ? wholeOf(duration) : { from: 0, to: span * duration };
}
