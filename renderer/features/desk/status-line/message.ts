/** What the desk has to say, as the status line and its sheet show it. */

import type { ComponentType, ReactNode } from 'react';

export interface StatusMessage {
  readonly id: string;
  /** Names it for screen readers. */
  readonly label: string;
  /** What keeps work from going on comes first, then what is news, then what merely stands. */
  readonly rank: 'stops' | 'news' | 'stands';
  /** Milliseconds since the epoch; among those of one rank the newest comes first. */
  readonly at: number;
  readonly tone: 'plain' | 'good' | 'warn' | 'bad';
  readonly icon: ComponentType<{ size?: number; stroke?: number }>;
  readonly title: ReactNode;
  readonly text: ReactNode;
  /** Buttons of `size="compact-sm"`. */
  readonly actions?: ReactNode;
  /** The button that puts it away, and its name. */
  readonly onDismiss?: () => void;
  readonly dismiss?: string;
}

const RANKS: readonly StatusMessage['rank'][] = ['stops', 'news', 'stands'];

export function byNewest(messages: readonly StatusMessage[]): readonly StatusMessage[] {
  return messages.toSorted((one, other) => RANKS.indexOf(one.rank) - RANKS.indexOf(other.rank) || other.at - one.at);
}
