/** Saves files from results, tells how far it is, and what came of it, with Show in folder and Undo. */

import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { SaveAsRequest, SavedOutput } from '../../../shared/contract/outputs.ts';
import { saveAddress } from '../../../shared/contract/page/media-addresses.ts';
import { downloadFrom } from '../../bridge/browser-session.ts';
import type { PageDesk } from '../../state/desk.ts';
import { announce } from '../../state/page-stores.ts';
import { offerUndo, progressNotice } from '../messages/notices.tsx';
import { showRefusal } from '../messages/saving.tsx';
import { SAVING_FILES } from './strings.ts';

const SHOWN_MS = 10_000;

let last = 0;

/** @param onChanged hears that outputs are new, and that they were taken back */
export async function saveFiles(desk: PageDesk, request: SaveAsRequest, onChanged?: () => void): Promise<void> {
  const id = `save-as-${++last}`;
  const stop = new AbortController();
  const { cancel, cancelOf } = SAVING_FILES;
  const tell = progressNotice(id, { cancel, cancelOf }, () => stop.abort());
  const outputs: SavedOutput[] = [];
  let saveId = '';
  try {
    for await (const event of await desk.client.outputs.save(request, { signal: stop.signal })) {
      saveId = event.saveId;
      outputs.push(...event.outputs);
      for (const { taken } of event.outputs)
        if (taken !== null) await downloadFrom(saveAddress(taken.id), taken.fileName);
      if (event.done < event.of) tell(progressWords(event.done, event.of, event.fraction));
    }
  } catch (thrown) {
    if (!stop.signal.aborted) showRefusal(thrown);
    if (!stop.signal.aborted && outputs.length === 0) return;
  } finally {
    notifications.hide(id);
  }
  onChanged?.();
  tellEnd(desk, { saveId, outputs, wasCancelled: stop.signal.aborted, onChanged });
}

function progressWords(done: number, of: number, fraction: number): string {
  return SAVING_FILES.progress(done, of, Math.floor((100 * (done + fraction)) / Math.max(1, of)));
}

interface Ended {
  readonly saveId: string;
  readonly outputs: readonly SavedOutput[];
  readonly wasCancelled: boolean;
  readonly onChanged: (() => void) | undefined;
}

function tellEnd(desk: PageDesk, { onChanged, outputs, saveId, wasCancelled }: Ended): void {
  const written = outputs.filter(({ path, wasThere }) => path !== null && !wasThere);
  const shown = [...written, ...outputs].find(({ path }) => path !== null);
  const words = [...(wasCancelled ? [SAVING_FILES.cancelled(written.length)] : []), ...endSentences(outputs)].join(' ');
  const show = shown === undefined ? undefined : showing(desk, shown);
  if (written.length > 0) {
    const jobIds = [...new Set(written.map(({ jobId }) => jobId))];
    offerUndo(words, () => undoSave(desk, saveId, jobIds, onChanged), show);
    return;
  }
  const failed = outputs.some(({ problem }) => problem !== null);
  const message =
    show === undefined ? (
      words
    ) : (
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <span>{words}</span>
        <Button size="compact-sm" variant="default" flex="none" onClick={show.act}>
          {show.label}
        </Button>
      </Group>
    );
  notifications.show({ role: 'status', autoClose: SHOWN_MS, ...(failed ? { color: 'red' } : {}), message });
}

/** What came of it, sentence by sentence. */
function endSentences(outputs: readonly SavedOutput[]): readonly string[] {
  const written = outputs.filter(({ path, wasThere }) => path !== null && !wasThere);
  const there = outputs.filter(({ wasThere }) => wasThere);
  const taken = outputs.filter((output) => output.taken !== null);
  const replaced = outputs.filter((output) => output.replaced !== null);
  const stayed = outputs.filter((output) => output.stayed);
  const problems = outputs.flatMap(({ problem }) => problem ?? []);
  const [problem] = problems;
  return [
    ...(outputs.length === 0 ? [SAVING_FILES.nothing] : []),
    ...(written.length > 0 ? [SAVING_FILES.saved(written.length, folderNameOf(written), countFolders(written))] : []),
    ...(taken.length > 0 ? [SAVING_FILES.taken(taken.length)] : []),
    ...(there.length > 0 ? [SAVING_FILES.there(there.length, folderNameOf(there), countFolders(there))] : []),
    ...(replaced.length > 0 ? [SAVING_FILES.replaced(replaced.length)] : []),
    ...(stayed.length > 0 ? [SAVING_FILES.stayed(stayed.length)] : []),
    ...(problem === undefined ? [] : [SAVING_FILES.failed(problems.length, problem)]),
  ];
}

function countFolders(outputs: readonly SavedOutput[]): number {
  return new Set(outputs.flatMap(({ path }) => path?.replace(/[\\/][^\\/]*$/, '') ?? [])).size;
}

/** The last two names of the folder of the first one: `…/show/ep-12`. */
function folderNameOf([first]: readonly SavedOutput[]): string {
  const names = (first?.path ?? '').split(/[\\/]/).slice(0, -1);
  return names.length > 3 ? `…/${names.slice(-2).join('/')}` : names.join('/');
}

function showing(desk: PageDesk, { generationId, jobId, path, slot }: SavedOutput) {
  if (desk.session.getState().info?.host === 'desktop')
    return {
      label: SAVING_FILES.show,
      act: () => void desk.client.system.reveal({ jobId, generationId, slot }).catch(showRefusal),
    };
  return {
    label: SAVING_FILES.copy,
    act: () => void navigator.clipboard.writeText(path ?? '').then(() => announce(SAVING_FILES.copied), showRefusal),
  };
}

async function undoSave(
  { client }: PageDesk,
  saveId: string,
  jobIds: readonly string[],
  onChanged: (() => void) | undefined,
): Promise<void> {
  const { back, left, removed } = await client.outputs.undo({ saveId, jobIds: [...jobIds] });
  onChanged?.();
  const words = [SAVING_FILES.undone(removed, back), ...(left > 0 ? [SAVING_FILES.left(left)] : [])].join(' ');
  notifications.show({ role: 'status', message: words });
}
