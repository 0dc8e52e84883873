/**
 * What can be done with a recording of the queue. One object an action: the menu of a row, the button in it, the bulk bar, the palette, the
 * keys of the table and their sheet all read it here, in this order.
 */

import {
  IconArrowsJoin2,
  IconArrowsSplit2,
  IconBandage,
  IconCheck,
  IconCoins,
  IconColumns2,
  IconDownload,
  IconFolder,
  IconFolderOpen,
  IconFolderSearch,
  IconHelp,
  IconInfoCircle,
  IconKey,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerPlayFilled,
  IconPlugConnected,
  IconPlus,
  IconRefresh,
  IconRotate,
  IconSearch,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import type { JobView } from '../../../../shared/contract/views.ts';
import type { ErrorCode } from '../../../../shared/domain/error-messages/table.ts';
import { hasEnded, isFinal, isWorkingStage } from '../../../../shared/domain/job-state.ts';
import { MODEL_IDS, modelOf } from '../../../../shared/domain/models.ts';
import { askForBatchCap, askForCaps } from '../../../components/connections/cap-form.tsx';
import { askForKey } from '../../../components/connections/key-form.tsx';
import { askToFind } from '../../../components/find-source/find-dialog.tsx';
import { isPausedByQueue } from '../../../components/jobs/job-words.ts';
import { addableModels, askToAddModel, hasResult } from '../../../components/jobs/results.ts';
import { RESULTS } from '../../../components/jobs/strings.ts';
import { askBeforePaying } from '../../../components/repeats/ask-before-paying.tsx';
import { acceptJobs, redoJobs, redoPrice } from '../../../components/review/review-jobs.tsx';
import { askToSaveAs } from '../../../components/save-as/ask.ts';
import { SAVE_AS } from '../../../components/save-as/strings.ts';
import { askToRestoreAgain } from '../../../components/sending/again-dialog.tsx';
import { AGAIN } from '../../../components/sending/strings.ts';
import { REVIEW_WORDS } from '../../../components/strings.ts';
import type { PageDesk } from '../../../state/desk.ts';
import { isStartable, waitsForKey, waitsForMoney } from '../../../state/job-group.ts';
import { connectionOf } from '../../../state/session-store.ts';
import { backToRow } from '../../../state/view-store.ts';
import { showDetails } from '../details/job-details.tsx';
import { askWasItStarted } from '../details/was-it-started.tsx';
import { askForPlace } from '../own/choose-folder.tsx';
import { isOneOfTwo, isSplittable, joinRows, oneSideEach, splitRows } from '../own/split-channels.ts';
import { CHANNEL_ROWS } from '../own/strings.ts';
import { askToRepair } from '../repair/repair-dialog.tsx';
import { DETAILS } from '../strings.ts';
import { failureOf, hasNoPlace, hasSound, isAmong, isRetryable, needsAnswer, reasonOf } from './failures.ts';
import { askToRemove, cancelWithNotice } from './remove-jobs.tsx';
import { idsOf, isInReview, type RowActionOf } from './row-action.ts';
import { startRows } from './start-jobs.ts';

export type RowAction = RowActionOf<RowActionId>;

const always = (): boolean => true;

const KEY_ERRORS: ReadonlySet<ErrorCode> = new Set(['keyMissing', 'keyRefused', 'keyMayNot']);

const actions = [
  {
    id: 'compare',
    label: 'Compare',
    labelFor: (job) => (isInReview(job) ? REVIEW_WORDS.listen : null),
    icon: IconPlayerPlayFilled,
    hasIcon: true,
    isSingle: true,
    when: hasResult,
    isStep: ({ state }) => !['needs-you', 'failed', 'paused', 'waiting'].includes(state.kind),
    perform: (desk, [{ id }]) => desk.goTo('listen', id),
  },
  {
    id: 'save-as',
    label: SAVE_AS.item,
    icon: IconDownload,
    keys: { presses: ['s'], name: 'S', does: 'Save results as other files' },
    bulk: 0,
    when: (job) => hasEnded(job.state) && hasResult(job),
    perform: (desk, jobs) => askToSaveAs(desk, { jobIds: idsOf(jobs), name: jobs[0].name }),
  },
  {
    id: 'accept',
    label: REVIEW_WORDS.accept,
    icon: IconCheck,
    keys: { presses: ['a'], name: 'A', does: 'Accept what is held for review' },
    bulk: 8,
    when: isInReview,
    perform: (desk, jobs) => acceptJobs(desk, idsOf(jobs)),
  },
  {
    id: 'redo',
    label: REVIEW_WORDS.redo,
    icon: IconRefresh,
    keys: { presses: ['r'], name: 'R', does: 'Redo what is held for review' },
    bulk: 9,
    price: (jobs) => redoPrice(jobs.filter(isInReview)),
    when: isInReview,
    perform: (desk, jobs) => redoJobs(desk, jobs),
  },
  {
    id: 'answer',
    label: 'Answer…',
    icon: IconHelp,
    isSingle: true,
    isNotInMenu: true,
    when: needsAnswer,
    isStep: always,
    perform: (desk, [job]) => askWasItStarted(desk, job),
  },
  {
    id: 'check-again',
    label: 'Check again',
    icon: IconSearch,
    bulk: 7,
    when: needsAnswer,
    perform: ({ client }, jobs) =>
      Promise.all(jobs.map(({ id }) => client.queue.answer({ jobId: id, answer: 'check-again' }))),
  },
  {
    id: 'start-again',
    label: 'Start again…',
    icon: IconRefresh,
    when: needsAnswer,
    perform: (desk, [job]) => askWasItStarted(desk, job),
  },
  {
    id: 'repair',
    label: 'Repair…',
    icon: IconBandage,
    when: (job) => failureOf(job) === 'mediaTruncated' || (failureOf(job) === 'mediaDamaged' && hasSound(job)),
    isStep: always,
    perform: (_desk, jobs) => askToRepair(jobs),
  },
  {
    id: 'split',
    label: 'Split into its parts',
    icon: IconArrowsSplit2,
    when: (job) => isStartable(job) && job.joined.length > 0,
    perform: ({ client }, jobs) => Promise.all(jobs.map(({ id }) => client.queue.split({ jobId: id }))),
  },
  {
    id: 'split-channels',
    label: CHANNEL_ROWS.split,
    icon: IconColumns2,
    bulk: 10.5,
    isRare: true,
    when: isSplittable,
    perform: splitRows,
  },
  {
    id: 'join-channels',
    label: CHANNEL_ROWS.join,
    icon: IconArrowsJoin2,
    when: isOneOfTwo,
    perform: (desk, jobs) => joinRows(desk, oneSideEach(jobs)),
  },
  {
    id: 'find-source',
    label: 'Find it…',
    icon: IconFolderSearch,
    isSingle: true,
    when: (job) => failureOf(job) === 'sourceMissing',
    isStep: always,
    perform: (_desk, [{ id, name }]) => askToFind({ jobId: id, name, onClose: backToRow }),
  },
  {
    id: 'connections',
    label: 'Open Connections',
    icon: IconPlugConnected,
    when: (job) => isAmong(KEY_ERRORS, failureOf(job)),
    isStep: (job) => failureOf(job) === 'keyMayNot',
    perform(desk, [job]) {
      const connection = connectionOf(desk.session.getState(), job);
      if (connection === undefined) desk.goTo('connections');
      else desk.goToConnection(connection.id);
    },
  },
  {
    id: 'choose-folder',
    label: 'Choose folder…',
    icon: IconFolderOpen,
    bulk: 6,
    when: hasNoPlace,
    isStep: always,
    perform: (desk, jobs) => askForPlace(desk, jobs),
  },
  {
    id: 'start',
    label: 'Start',
    icon: IconPlayerPlay,
    bulk: 1,
    price: 'quoted',
    when: isStartable,
    perform: (desk, jobs) => startRows(desk, idsOf(jobs)),
  },
  {
    id: 'retry',
    label: 'Retry',
    icon: IconRefresh,
    bulk: 5,
    when: ({ state }) => state.kind === 'failed' || state.kind === 'cancelled',
    isStep: isRetryable,
    perform(desk, jobs) {
      const jobIds = idsOf(jobs);
      return askBeforePaying(desk, { action: 'retry', jobIds }, async () => {
        await desk.client.queue.retry({ jobIds });
      });
    },
  },
  {
    id: 'enter-key',
    label: 'Enter key…',
    icon: IconKey,
    isSingle: true,
    when: waitsForKey,
    isStep: always,
    perform(desk, [job]) {
      const connection = connectionOf(desk.session.getState(), job);
      if (connection === undefined) desk.goTo('connections');
      else askForKey(desk, connection);
    },
  },
  {
    id: 'change-cap',
    label: 'Change cap…',
    icon: IconCoins,
    when: (job) => reasonOf(job) === 'costCapReached',
    isStep: always,
    // The cap that keeps it waiting: of its batch, or of its connection.
    perform(desk, [job]) {
      const connection = connectionOf(desk.session.getState(), job);
      if (job.state.kind !== 'waiting') return;
      if (job.state.reason.detail === 'batch' || connection === undefined) askForBatchCap(desk, job.id);
      else askForCaps(desk, connection);
    },
  },
  {
    id: 'agree',
    label: 'Accept price',
    icon: IconCheck,
    when: (job) => reasonOf(job) === 'costsMoreThanQuoted',
    isStep: always,
    perform: ({ client }, jobs) => client.queue.agree({ jobIds: idsOf(jobs) }),
  },
  {
    id: 'try-now',
    label: 'Try now',
    icon: IconRefresh,
    bulk: 4,
    // Trying again without a key is pointless.
    when: (job) => job.state.kind === 'waiting' && reasonOf(job) !== 'keyMissing' && !waitsForMoney(job),
    isStep: always,
    perform: resume,
  },
  {
    id: 'resume',
    label: 'Resume',
    icon: IconPlayerPlay,
    bulk: 3,
    when: ({ state }) => state.kind === 'paused',
    isStep: always,
    perform: resume,
  },
  {
    id: 'pause',
    label: 'Pause',
    icon: IconPlayerPause,
    bulk: 2,
    when: ({ started, state: { kind } }) =>
      started && (kind === 'queued' || kind === 'waiting' || isWorkingStage(kind)),
    perform: ({ client }, jobs) => client.queue.pause({ jobIds: idsOf(jobs) }),
  },
  {
    id: 'cancel',
    label: 'Cancel',
    icon: IconX,
    bulk: 10,
    when: ({ started, state }) => started && !isFinal(state) && state.kind !== 'cancelling',
    perform: cancelWithNotice,
  },
  {
    id: 'reveal',
    label: 'Show in folder',
    icon: IconFolder,
    isSingle: true,
    when: hasResult,
    async perform(desk, [job]) {
      const { shown } = await desk.client.system.reveal({ jobId: job.id });
      if (!shown) details(desk, job.id, DETAILS.noFolders);
    },
  },
  ...MODEL_IDS.map(
    (model) =>
      ({
        id: `add ${model}`,
        label: RESULTS.addModel(modelOf(model).label),
        icon: IconPlus,
        bulk: 6.5,
        when: (job) => addableModels(job).includes(model),
        perform: (desk, jobs) => askToAddModel(desk, idsOf(jobs), model),
      }) as const satisfies RowActionOf<string>,
  ),
  {
    id: 'restore-again',
    label: AGAIN.item,
    icon: IconRotate,
    bulk: 6.7,
    when: (job) => hasEnded(job.state) && job.generations.length > 0 && job.excerpt === null,
    perform: (_desk, jobs) => askToRestoreAgain(idsOf(jobs), jobs[0].name),
  },
  {
    id: 'details',
    label: 'Details…',
    icon: IconInfoCircle,
    isSingle: true,
    when: always,
    perform: (desk, [job]) => details(desk, job.id),
  },
  {
    id: 'remove',
    label: 'Remove',
    icon: IconTrash,
    keys: { presses: ['Delete', 'Backspace'], name: 'Delete', does: 'Remove from the queue' },
    bulk: 11,
    isDestructive: true,
    when: ({ started, state }) => isFinal(state) || !started,
    // Where nothing else helps.
    isStep: ({ state }) => state.kind === 'failed',
    perform: askToRemove,
  },
] as const satisfies readonly RowActionOf<string>[];

export type RowActionId = (typeof actions)[number]['id'];

export const ROW_ACTIONS: readonly RowAction[] = actions;

export function actionLabel({ label, labelFor }: RowAction, job: JobView): string {
  return labelFor?.(job) ?? label;
}

/** All possible actions, in menu order. */
export function possibleActions(job: JobView): readonly RowAction[] {
  return ROW_ACTIONS.filter((action) => action.when(job));
}

/**
 * The action that a row offers as a button; null if there is nothing to do but wait.
 * @param copies whether recordings are copies in the library
 */
export function nextStep(job: JobView, copies = false): RowAction | null {
  return ROW_ACTIONS.find((action) => action.when(job) && action.isStep?.(job, copies) === true) ?? null;
}

function resume({ client }: PageDesk, jobs: readonly JobView[]): unknown {
  return client.queue.resume({ jobIds: idsOf(jobs) });
}

/** @param note why they are shown, if not because the person asked for them */
function details(desk: PageDesk, jobId: string, note?: string): void {
  const { jobs, totals } = desk.queue.getState();
  const job = jobs.get(jobId);
  if (job !== undefined) showDetails(job, isPausedByQueue(job, totals), note);
}
