/** Asks how finished recordings are saved once more. Pages ask from anywhere; the dialog is part of the window. */

import { createStore } from 'zustand/vanilla';
import type { SaveAsRequest } from '../../../shared/contract/outputs.ts';
import type { BatchPreset } from '../../../shared/domain/batch/batch-preset.ts';
import type { RowSettings } from '../../../shared/domain/batch/row-settings.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import type { PageDesk } from '../../state/desk.ts';

export type Results = NonNullable<SaveAsRequest['results']>;

export interface AskedSave {
  /** Recordings that are done, of the queue or of History. */
  readonly jobIds: readonly string[];
  /** Of the first one, or what stands for all of them. */
  readonly name: string;
  /** The result to begin with; the kept or best one if absent. */
  readonly model?: ModelId;
  /** Settings to begin with that differ from the recording's own. */
  readonly changes?: RowSettings;
  /** Hears that outputs are new, and that they were taken back. */
  readonly onChanged?: () => void;
}

export interface OpenSave extends AskedSave {
  /** Of the first recording, as it was started. */
  readonly own: BatchPreset;
}

/** Null while nothing is asked. */
export const saveAsStore = createStore<{ readonly open: OpenSave | null }>(() => ({ open: null }));

/** Begins with the settings of the first recording, which are the desk's where they aren't known. */
export async function askToSaveAs(desk: PageDesk, asked: AskedSave): Promise<void> {
  const [jobId] = asked.jobIds;
  if (jobId === undefined) return;
  const takes = await desk.client.listening.takes({ jobId }).catch(() => null);
  const own = takes?.startedWith?.settings ?? desk.session.getState().preset;
  if (own !== null) saveAsStore.setState({ open: { ...asked, own } });
}
