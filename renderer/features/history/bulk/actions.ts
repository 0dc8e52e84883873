/** What can be done with one or many recordings of the history at once. */

import { notifications } from '@mantine/notifications';
import type { JobFilesView } from '../../../../shared/contract/care.ts';
import { filesWords } from '../../../../shared/domain/care/strings.ts';
import { formatBytes } from '../../../../shared/domain/units.ts';
import { offerUndo, withNotice } from '../../../components/messages/notices.tsx';
import { saveFiles } from '../../../components/save-as/save-files.tsx';
import type { PageDesk } from '../../../state/desk.ts';
import { announce } from '../../../state/page-stores.ts';
import { HISTORY_MENU } from '../strings.ts';
import { BULK, DELETE } from './strings.ts';

const DELETION = 'history-deletion';
const DOWNLOAD = 'history-download';

/** Deletes them from History, with Undo. What is under way stays. */
export async function forgetEntries(
  desk: PageDesk,
  jobIds: readonly string[],
  onChanged: (deleted?: readonly string[]) => void,
): Promise<void> {
  const { history } = desk.client;
  const { jobIds: deleted } = await history.forget({ jobIds: [...jobIds] });
  const left = jobIds.length - deleted.length;
  if (deleted.length === 0) {
    notifications.show({ role: 'status', message: BULK.underWay(left) });
    return;
  }
  onChanged(deleted);
  const words = [HISTORY_MENU.removed(deleted.length), ...(left > 0 ? [BULK.underWay(left)] : [])].join(' ');
  offerUndo(words, async () => {
    await history.recall({ jobIds: deleted });
    announce(HISTORY_MENU.isBack(deleted.length));
    onChanged();
  });
}

/** Deletes the files that were shown, which nothing brings back, and then their rows, or not. Costs stay. */
export async function deleteFiles(
  { client: { care, history } }: PageDesk,
  { cleanups, jobIds, surveyId }: JobFilesView,
  withRows: boolean,
  onChanged: (deleted?: readonly string[]) => void,
): Promise<void> {
  const { deleted } = await withNotice(DELETION, DELETE.deleting, async () => {
    const { bytes, files, kept } = await care.clean({ surveyId, kinds: cleanups.map(({ kind }) => kind) });
    const rows = withRows ? (await history.forget({ jobIds })).jobIds : [];
    const sentences = [
      DELETE.deleted(filesWords(files, formatBytes(bytes))),
      ...(kept > 0 ? [DELETE.kept(kept)] : []),
      ...(withRows ? [DELETE.rows(rows.length)] : []),
    ];
    return { sentences, deleted: rows };
  });
  onChanged(deleted);
}

/** Writes their results once more, each as it was. What is there already is told, and nothing is paid. */
export function saveAgain(desk: PageDesk, jobIds: readonly string[], onChanged: () => void): Promise<void> {
  return saveFiles(desk, { jobIds: [...jobIds], results: 'all' }, onChanged);
}

/** Downloads results again that are gone from this computer, while the service has them. Nothing is paid. */
export async function downloadResultsAgain(
  desk: PageDesk,
  jobIds: readonly string[],
  onChanged: () => void,
): Promise<void> {
  await withNotice(DOWNLOAD, BULK.asking(jobIds.length), async () => {
    const { downloading, failed, gone, here, problem } = await desk.client.queue.downloadAgain({ jobIds: [...jobIds] });
    const sentences = [
      ...(downloading > 0 ? [BULK.downloading(downloading)] : []),
      ...(here > 0 ? [BULK.allHere(here)] : []),
      ...(gone > 0 ? [BULK.gone(gone)] : []),
      ...(failed > 0 ? [problem === null ? BULK.notFinished(failed) : BULK.notAsked(failed, problem)] : []),
    ];
    return { sentences, failed: gone + failed > 0 };
  });
  onChanged();
}

/** Gives them a tag or takes it away, with Undo. */
export async function changeTag(
  { client: { verdicts } }: PageDesk,
  { isOn, jobIds: chosen, tag }: { readonly jobIds: readonly string[]; readonly tag: string; readonly isOn: boolean },
  onChanged: () => void,
): Promise<void> {
  const { jobIds } = await verdicts.setTag({ jobIds: [...chosen], tag, isOn });
  if (jobIds.length === 0) {
    notifications.show({ role: 'status', message: isOn ? BULK.noneTagged : BULK.noneUntagged });
    return;
  }
  onChanged();
  offerUndo((isOn ? BULK.tagged : BULK.untagged)(tag, jobIds.length), async () => {
    await verdicts.setTag({ jobIds, tag, isOn: !isOn });
    announce(BULK.tagUndone);
    onChanged();
  });
}
