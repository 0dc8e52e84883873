/** What one watch folder needs from those around it, and what it knows of a file. */

import type { Message } from '../../../../../shared/domain/error-messages/message.ts';
import type { FoundRecording } from '../../../library/import/find-recordings.ts';
import type { DeskPorts, Watching } from '../../../ports.ts';
import type { Store } from '../../../store/open-store.ts';
import type { Settling } from './settling.ts';

/** A file that is not dealt with yet. */
export interface PendingFile {
  readonly found: FoundRecording;
  readonly settling: Settling;
  /** Its content's hash, once it was read. */
  readonly hash: string | null;
}

export interface WatchedFolderPorts {
  readonly ports: Pick<DeskPorts, 'clock' | 'files' | 'log'>;
  readonly watching: Watching;
  readonly store: Pick<Store, 'settings' | 'watchedFiles'>;
  /** Folders that results go to, absolute. */
  readonly outputs: () => readonly string[];
  /** @returns why nothing may be taken now: `off`, or what a person has to do; null when files may be taken */
  readonly closed: () => 'off' | Message | null;
  /** Takes finished files. @returns those that have to be looked at again, with what is known of them */
  readonly take: (files: readonly PendingFile[], signal: AbortSignal) => Promise<readonly PendingFile[]>;
  /** The folder is there, for the first time or again, with these recordings. */
  readonly onReturn: (found: readonly FoundRecording[]) => Promise<void>;
  readonly onChange: () => void;
}
