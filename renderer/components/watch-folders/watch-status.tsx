/** What a watch folder does now, with an icon, and what it did last. */

import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconPlayerPause,
  IconPlugConnectedX,
  IconProgress,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { WatchFolderView } from '../../../shared/contract/watch-folders.ts';
import { textOf } from '../../../shared/domain/errors.ts';
import { WATCH_STATUS } from '../strings.ts';
import { formatMoment, shownName } from '../text/format.ts';
import classes from './watch-status.module.css';

type Tone = 'good' | 'busy' | 'wait' | 'bad' | 'off';

const ICONS: Readonly<Record<Tone, ComponentType<{ size?: number; stroke?: number }>>> = {
  good: IconCircleCheck,
  busy: IconProgress,
  wait: IconClock,
  bad: IconAlertTriangle,
  off: IconPlayerPause,
};

interface WatchStatus {
  readonly tone: Tone;
  readonly words: string;
}

/** The most important thing about the folder. */
export function watchStatus({ enabled, open, pending, restoredToday, state, waiting }: WatchFolderView): WatchStatus {
  if (!enabled) return { tone: 'off', words: pending > 0 ? WATCH_STATUS.offWaiting(pending) : WATCH_STATUS.off };
  if (state.kind === 'not-there') return { tone: 'bad', words: WATCH_STATUS.notThere };
  if (state.kind === 'problem') return { tone: 'bad', words: textOf(state.message, 'desk') };
  if (waiting !== null)
    return { tone: 'wait', words: WATCH_STATUS.waiting(waiting.count, textOf(waiting.reason, 'desk')) };
  if (pending > 0) return { tone: 'wait', words: WATCH_STATUS.copying(pending) };
  if (open > 0) return { tone: 'busy', words: WATCH_STATUS.restoring(open) };
  return {
    tone: 'good',
    words: restoredToday > 0 ? WATCH_STATUS.restoredToday(restoredToday) : WATCH_STATUS.watching,
  };
}

export function WatchStatusLine({ folder }: { folder: WatchFolderView }) {
  const { tone, words } = watchStatus(folder);
  const isGone = folder.enabled && folder.state.kind === 'not-there';
  const Icon = isGone ? IconPlugConnectedX : ICONS[tone];
  return (
    <span className={classes.status} data-tone={tone}>
      <Icon size={16} stroke={1.8} />
      <span>{words}</span>
    </span>
  );
}

/** `12:01 · take.wav restored`; null before anything happened. */
export function lastWords({ last }: WatchFolderView, now: number): string | null {
  if (last === null) return null;
  const at = formatMoment(last.at, now, (time) => time);
  return `${at} · ${WATCH_STATUS.last[last.kind](shownName(last.name))}`;
}
