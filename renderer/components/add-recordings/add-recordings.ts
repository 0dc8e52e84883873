/** Adds dropped or chosen files to the queue: by path on the desktop, by upload into the library in the browser host. */

import { notifications } from '@mantine/notifications';
import type { ImportReport } from '../../../shared/contract/queue/queue.ts';
import type { LeftOut } from '../../../shared/domain/left-out.ts';
import { uploadToHost } from '../../bridge/browser-session.ts';
import { desktopBridge } from '../../bridge/desktop-transport.ts';
import type { PageDesk } from '../../state/desk.ts';
import { uploadStore } from '../../state/page-stores.ts';
import { scrollToRow, viewStore } from '../../state/view-store.ts';
import { sentenceOf } from '../messages/saving.tsx';
import { askAboutDuplicates } from './duplicates.tsx';
import { reportImport } from './import-report.tsx';
import { askAboutParts } from './parts.tsx';
import { ADD } from './strings.ts';
import { droppedFiles, type EntryLike, entriesInNameOrder, type FoundFile, walkEntries } from './walk-entries.ts';

/** Short: the notification covers the rows that it announces. */
const ADDED_MS = 3000;

/** Adds absolute paths without starting them. */
export async function addPaths(
  desk: PageDesk,
  paths: readonly string[],
  leftOut: readonly LeftOut[] = [],
): Promise<void> {
  if (paths.length === 0) {
    if (leftOut.length > 0) reportImport({ batchId: '', jobIds: [], skipped: [...leftOut] });
    else notifications.show({ message: ADD.nothing });
    return;
  }
  await addAndReport(
    desk,
    () => desk.client.queue.add({ paths: [...paths], start: false, duplicates: 'use' }),
    leftOut,
  );
}

/** Adds recordings by the paths in a text, in a page that can't know any other path. They stay where they are. */
export async function addTypedPaths(desk: PageDesk, text: string): Promise<void> {
  await addAndReport(desk, () => desk.client.queue.addTyped({ text, start: false, duplicates: 'use' }));
}

async function addAndReport(
  desk: PageDesk,
  add: () => Promise<ImportReport>,
  leftOut: readonly LeftOut[] = [],
): Promise<void> {
  try {
    const report = await add();
    const skipped = [...leftOut, ...report.skipped];
    if (skipped.length > 0) reportImport({ ...report, skipped });
    else notifications.show({ role: 'status', autoClose: ADDED_MS, message: ADD.added(report.jobIds.length) });
    askAboutDuplicates(desk, report);
    askAboutParts(desk, report);
    desk.goTo('desk');
    showAdded(report.jobIds);
  } catch (thrown) {
    notifications.show({ color: 'red', message: sentenceOf(thrown) });
  }
}

/** Adds the recordings that come with Cleartake, without starting them. */
export async function addSamples(desk: PageDesk): Promise<void> {
  try {
    const { preset } = desk.session.getState();
    const report = await desk.client.queue.addSamples({ start: false, ...(preset === null ? {} : { preset }) });
    if (report.skipped.length > 0) reportImport(report);
    desk.goTo('desk');
    showAdded(report.jobIds);
  } catch (thrown) {
    notifications.show({ color: 'red', message: sentenceOf(thrown) });
  }
}

/** Clears filter and search and scrolls to the first new row. */
function showAdded(jobIds: readonly string[]): void {
  const [first] = jobIds;
  if (first === undefined) return;
  viewStore.setState({ filter: 'all', search: '' });
  scrollToRow(first, false);
}

/** Adds what was dropped on the window. Call it inside the event handler: the browser empties the transfer afterward. */
export function takeDrop(desk: PageDesk, transfer: DataTransfer): Promise<void> {
  const bridge = desktopBridge();
  if (bridge !== null) {
    return bridge.pathsForFiles([...transfer.files]).then((paths) => addPaths(desk, paths));
  }
  const entries = [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => item.webkitGetAsEntry() as EntryLike | null)
    .filter((entry) => entry !== null);
  const files = droppedFiles(transfer.files);
  return (async () => {
    if (entries.length === 0) return uploadAndAdd(desk, files.found, files.leftOut);
    const { found, leftOut } = await walkEntries(entries);
    return uploadAndAdd(desk, found, leftOut);
  })();
}

/** Uploads files one by one, in name order, then adds them as one batch. */
export async function uploadAndAdd(
  desk: PageDesk,
  found: readonly FoundFile[],
  leftOut: readonly LeftOut[] = [],
): Promise<void> {
  const files = entriesInNameOrder(found);
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const paths: string[] = [];
  const failed: LeftOut[] = [...leftOut];
  let bytesDone = 0;
  let stopped = false;
  for (const [index, { file, name }] of files.entries()) {
    const report = (sent: number): void =>
      uploadStore.setState({
        progress: {
          files: files.length,
          filesDone: index,
          bytes,
          bytesDone: bytesDone + Math.min(sent, file.size),
          current: name,
        },
      });
    report(0);
    const upload = uploadToHost(file, name, report);
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
      failed.push({ path: name, kind: 'unreadable', reason: ADD.failedReason });
    }
    bytesDone += file.size;
  }
  uploadStore.setState({ progress: null, stop: null });
  // Files uploaded before Stop are still added: their copies would be orphaned otherwise.
  if (stopped && paths.length === 0) return;
  await addPaths(desk, paths, failed);
}
