/** What stands until somebody does something about it: notices, failures, what is held for review, what could be better, watch folders. */

import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCoins,
  IconDatabaseHeart,
  IconDatabaseX,
  IconEarScan,
  IconFolderSearch,
  IconShieldQuestion,
} from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import type { Notice } from '../../../../shared/contract/system.ts';
import type { WatchFolderView } from '../../../../shared/contract/watch-folders.ts';
import { messageOf, textOf } from '../../../../shared/domain/errors.ts';
import { modelOf } from '../../../../shared/domain/models.ts';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { useSendable } from '../../../components/sending/service-choice.tsx';
import { REVIEW_WORDS } from '../../../components/strings.ts';
import { shownName } from '../../../components/text/format.ts';
import { lastWords, watchStatus } from '../../../components/watch-folders/watch-status.tsx';
import { useDesk, useJob, useQueue, useSession } from '../../../state/desk-context.ts';
import { couldBeBetter } from '../../../state/job-group.ts';
import { announce, useNow } from '../../../state/page-stores.ts';
import type { QueueState } from '../../../state/queue-store.ts';
import { holdsCopies } from '../../../state/session-store.ts';
import { actionLabel, nextStep } from '../actions/row-actions.ts';
import { SendButton } from '../actions/send-items.tsx';
import { BETTER_MODEL, TryModelButton, useTryable } from '../actions/try-model.tsx';
import { useRowActions } from '../actions/use-row-actions.ts';
import { RetryFailed } from '../list-bar/retry-failed.tsx';
import { askToReview } from '../review/review-panel.tsx';
import { FAILURES, MARKED, NOTICES, WATCH_LINE } from '../strings.ts';
import type { StatusMessage } from './message.ts';
import { Shown } from './shown.tsx';
import { useTwinsMessage } from './twins-message.tsx';

export function useStandingMessages(): readonly StatusMessage[] {
  return [
    ...useNoticeMessages(),
    ...useFailureMessage(),
    ...useReviewMessage(),
    ...useMarkedMessage(),
    ...useTwinsMessage(),
    ...useWatchMessages(),
  ];
}

function useNoticeMessages(): StatusMessage[] {
  const desk = useDesk();
  const notices = useSession((state) => state.notices);
  const announced = useRef(new Set<string>());

  useEffect(() => {
    const fresh = notices.filter(({ id }) => !announced.current.has(id));
    for (const { id } of fresh) announced.current.add(id);
    if (fresh.length > 0) announce(fresh.map(({ sentence }) => sentence).join(' '));
  }, [notices]);

  return notices.map((notice, index) => ({
    ...{ id: `notice ${notice.id}`, label: NOTICES.labels[notice.kind], rank: 'stops', at: index },
    ...{ tone: notice.kind === 'recovered' ? 'plain' : 'warn', icon: iconOf(notice) },
    title: NOTICES.labels[notice.kind],
    text: notice.sentence,
    onDismiss: () => desk.dismissNotice(notice.id).catch(showRefusal),
    dismiss: NOTICES.dismiss,
  }));
}

function iconOf({ kind }: Notice) {
  if (kind === 'alert') return IconCoins;
  return kind === 'recovered' ? IconDatabaseHeart : IconDatabaseX;
}

/** The one that failed last, with its next step; of several, how many. */
function useFailureMessage(): StatusMessage[] {
  const count = useQueue(({ failed }) => failed.size);
  const last = useJob(useQueue(({ failed }) => [...failed].at(-1) ?? ''));
  if (last?.state.kind !== 'failed') return [];
  const { what, ...rest } = messageOf(last.state.error);
  return [
    {
      ...{ id: 'failed', label: FAILURES.label, rank: 'news', at: last.finishedAt ?? 0, tone: 'bad' },
      icon: IconAlertTriangle,
      title: count === 1 ? shownName(last.name) : FAILURES.several(count),
      text: count === 1 ? `${what} ${textOf(rest, 'desk')}` : `${FAILURES.last(shownName(last.name))} ${what}`,
      actions: count === 1 ? <NextStep jobId={last.id} /> : <FailedActions />,
    },
  ];
}

function NextStep({ jobId }: { jobId: string }) {
  const job = useJob(jobId);
  const copies = useSession(holdsCopies);
  const actions = useRowActions();
  const step = job === undefined ? null : nextStep(job, copies);
  if (job === undefined || step === null) return null;
  if (step.id === 'retry') return <RetryFailed label={actionLabel(step, job)} />;
  return (
    <Button size="compact-sm" onClick={() => actions.run(step.id, [jobId])}>
      {actionLabel(step, job)}
    </Button>
  );
}

function FailedActions() {
  return (
    <>
      <Shown filter="attention" />
      <RetryFailed />
    </>
  );
}

function useReviewMessage(): StatusMessage[] {
  const count = useQueue(({ totals }) => totals.inReview);
  const desk = useDesk();
  if (count === 0) return [];
  return [
    {
      ...{ id: 'review', label: REVIEW_WORDS.title, rank: 'stops', at: 1, tone: 'warn', icon: IconShieldQuestion },
      title: REVIEW_WORDS.count(count),
      text: REVIEW_WORDS.note,
      actions: (
        <Button size="compact-sm" onClick={() => askToReview(desk)}>
          {REVIEW_WORDS.open}
        </Button>
      ),
    },
  ];
}

/** Nothing while every result is good. */
function useMarkedMessage(): StatusMessage[] {
  const { client } = useDesk();
  // As one text: a list would be a new one at every event.
  const ids = useQueue(markedIds);
  const jobIds = useMemo(() => (ids === '' ? [] : ids.split(' ')), [ids]);
  const tryable = useTryable(jobIds);
  const sendable = useSendable(jobIds);
  if (jobIds.length === 0) return [];
  return [
    {
      ...{ id: 'marked', label: MARKED.title, rank: 'news', at: 0, tone: 'warn', icon: IconEarScan },
      title: MARKED.count(jobIds.length),
      text: MARKED.note(tryable.length === 0 ? null : modelOf(BETTER_MODEL).label, sendable),
      actions: (
        <>
          <Shown filter="could-be-better" />
          <Button size="compact-sm" onClick={() => client.queue.keep({ jobIds }).catch(showRefusal)}>
            {MARKED.keep(jobIds.length)}
          </Button>
          <SendButton jobIds={jobIds} label={MARKED.send} />
          <TryModelButton jobIds={jobIds} />
        </>
      ),
    },
  ];
}

function markedIds({ counts, jobs, order }: QueueState): string {
  if (counts['could-be-better'] === 0) return '';
  const isMarked = (id: string) => {
    const job = jobs.get(id);
    return job !== undefined && couldBeBetter(job);
  };
  return order.filter(isMarked).join(' ');
}

/** Those that need something come first. */
const WATCH_ORDER = ['bad', 'wait', 'busy', 'good', 'off'] as const;
const WATCH_TONES = { bad: 'bad', wait: 'plain', busy: 'plain', good: 'plain', off: 'plain' } as const;

function useWatchMessages(): StatusMessage[] {
  const folders = useSession((state) => state.watchFolders);
  const now = useNow();
  return folders
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map((folder, index) => ({
      ...{ id: `watch ${folder.path}`, label: WATCH_LINE.title, at: -index, icon: IconFolderSearch },
      ...{ rank: watchStatus(folder).tone === 'bad' ? 'stops' : 'stands', tone: WATCH_TONES[watchStatus(folder).tone] },
      title: <bdi title={shownName(folder.path)}>{folderName(folder.path)}</bdi>,
      text: [watchStatus(folder).words, lastWords(folder, now)].filter((part) => part !== null).join(' · '),
      actions: <OpenWatchFolders />,
    }));
}

function OpenWatchFolders() {
  const desk = useDesk();
  return (
    <Button size="compact-sm" variant="subtle" color="gray" onClick={() => desk.goToSettings('watch-folders')}>
      {WATCH_LINE.open}
    </Button>
  );
}

function rankOf(folder: WatchFolderView): number {
  return WATCH_ORDER.indexOf(watchStatus(folder).tone);
}

/** The last part of the path; the whole path is in the tooltip and in Settings. */
function folderName(path: string): string {
  return shownName(path.split(/[\\/]/).findLast((part) => part !== '') ?? path);
}
