/** From dropped or chosen files to rows in the queue: by path in the desktop, through the library in the browser host. */

import { notifications } from '@mantine/notifications';
import { createStore } from 'zustand/vanilla';
import type { ImportReport } from '../../../shared/contract/queue.ts';
import { desktopBridge } from '../../bridge/desktop-transport.ts';
import { uploadFile } from '../../bridge/upload.ts';
import type { Desk } from '../../state/desk.ts';
import { scrollToRow, viewStore } from '../../state/view-store.ts';
import { sentenceOf } from '../messages/refusal.ts';
import { reportImport } from './import-report.tsx';
import { ADD } from './strings.ts';
import { type EntryLike, type FoundFile, filesOf, inNameOrder, walkEntries } from './walk-entries.ts';

export interface UploadProgress {
  readonly files: number;
  readonly filesDone: number;
  readonly bytes: number;
  readonly bytesDone: number;
  /** Name of the file that is uploaded now. */
  readonly current: string;
}

/** Uploads into the library of the browser host; null while there are none. */
export const uploadStore = createStore<{
  readonly progress: UploadProgress | null;
  readonly stop: (() => void) | null;
}>(() => ({ progress: null, stop: null }));

/** Short: the rows themselves are the news, and the notice stands over them. */
const ADDED_MS = 3000;

/** Adds absolute paths; the jobs wait for Start. */
export async function addPaths(
  desk: Desk,
  paths: readonly string[],
  leftOut: ImportReport['skipped'] = [],
): Promise<void> {
  if (paths.length === 0) {
    if (leftOut.length > 0) reportImport({ batchId: '', jobIds: [], skipped: leftOut });
    else notifications.show({ message: ADD.nothing });
    return;
  }
  try {
    const { preset } = desk.session.getState();
    const report = await desk.client.queue.add({
      paths: [...paths],
      start: false,
      ...(preset === null ? {} : { preset }),
    });
    const skipped = [...leftOut, ...report.skipped];
    if (skipped.length > 0) reportImport({ ...report, skipped });
    else notifications.show({ role: 'status', autoClose: ADDED_MS, message: ADD.added(report.jobIds.length) });
    desk.goTo('desk');
    showAdded(report.jobIds);
  } catch (thrown) {
    notifications.show({ color: 'red', message: sentenceOf(thrown) });
  }
}

/** The first of them comes into sight, whatever the list was narrowed to. */
function showAdded(jobIds: readonly string[]): void {
  const [first] = jobIds;
  if (first === undefined) return;
  viewStore.setState({ filter: 'all', search: '' });
  scrollToRow(first, false);
}

/** What was dropped on the window. Must be called within the event: entries are gone after it. */
export function takeDrop(desk: Desk, transfer: DataTransfer): Promise<void> {
  const bridge = desktopBridge();
  if (bridge !== null) {
    const paths = [...transfer.files].map((file) => bridge.pathForFile(file)).filter((path) => path !== '');
    return addPaths(desk, paths);
  }
  const entries = [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => item.webkitGetAsEntry() as EntryLike | null)
    .filter((entry) => entry !== null);
  const files = filesOf(transfer.files);
  return (async () => {
    if (entries.length === 0) return uploadAndAdd(desk, files);
    const { found, unreadable } = await walkEntries(entries);
    const leftOut = unreadable.map((path) => ({ path, reason: ADD.failedReason }));
    return uploadAndAdd(desk, found, leftOut);
  })();
}

/** Uploads one after the other, in the order of their names, then adds them as one batch. */
export async function uploadAndAdd(
  desk: Desk,
  found: readonly FoundFile[],
  leftOut: ImportReport['skipped'] = [],
): Promise<void> {
  const files = inNameOrder(found);
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const paths: string[] = [];
  const failed: ImportReport['skipped'] = [...leftOut];
  let bytesDone = 0;
  let stopped = false;
  for (const [index, { file, name }] of files.entries()) {
    const tell = (sent: number): void =>
      uploadStore.setState({
        progress: {
          files: files.length,
          filesDone: index,
          bytes,
          bytesDone: bytesDone + Math.min(sent, file.size),
          current: name,
        },
      });
    tell(0);
    const upload = uploadFile(file, name, tell);
    uploadStore.setState({
      stop: () => {
        stopped = true;
        upload.abort();
      },
    });
    try {
      paths.push(await upload.path);
    } catch {
      if (stopped) break;
      failed.push({ path: name, reason: ADD.failedReason });
    }
    bytesDone += file.size;
  }
  uploadStore.setState({ progress: null, stop: null });
  // What was brought in before Stop stays: it costs nothing to add it, and it would be lost otherwise.
  if (stopped && paths.length === 0) return;
  await addPaths(desk, paths, failed);
}
