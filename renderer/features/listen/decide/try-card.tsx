/** What Listen offers about other models and services: trying a part, and once it was tried, sending the whole or keeping what there is. */

import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconSend } from '@tabler/icons-react';
import { useDeferredValue } from 'react';
import { useStore } from 'zustand';
import { LEAST_EXCERPT_SECONDS } from '../../../../shared/contract/queue/excerpts.ts';
import type { JobView } from '../../../../shared/contract/views.ts';
import type { Passage } from '../../../../shared/domain/listening/verdict.ts';
import { MODEL_IDS } from '../../../../shared/domain/models.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import { Buttons } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import type { Player } from '../../../components/playback/player.ts';
import type { Loop } from '../../../components/playback/playhead-frame.ts';
import { askForMinute, askForPassage } from '../../../components/sending/excerpt-dialog.tsx';
import { askForService } from '../../../components/sending/send-dialog.tsx';
import { useSendable } from '../../../components/sending/service-choice.tsx';
import { SEND_EXCERPT } from '../../../components/sending/strings.ts';
import type { PageDesk } from '../../../state/desk.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { couldBeBetter } from '../../../state/job-group.ts';
import { TRYING } from '../strings.ts';
import { isWhole, type Sight, type ViewWindow } from '../waves/view-window.ts';
import classes from './decide.module.css';

interface TryCardProps {
  readonly job: JobView;
  readonly player: Player;
  readonly sight: Sight;
  readonly duration: number;
}

export function TryCard({ job, ...where }: TryCardProps) {
  if (job.excerpt !== null) return <AfterTrying job={job} of={job.excerpt.of} />;
  if (job.state.kind !== 'done') return null;
  return <BeforeTrying job={job} {...where} />;
}

function BeforeTrying({ job, player, sight, duration }: TryCardProps) {
  const passage = usePassage(player, sight, duration);
  const desk = useDesk();
  const sendable = useSendable([job.id]);
  const elsewhere = useSession(({ connections }) => connections.some(({ id }) => id !== job.connectionId));
  const restored = new Set(job.generations.map(({ model }) => model));
  const missing = MODEL_IDS.filter((model) => !restored.has(model));
  if (missing.length === 0 && !elsewhere) return null;
  const isLong = passage !== null && passage.endSeconds - passage.startSeconds >= LEAST_EXCERPT_SECONDS;
  return (
    <section className={classes.card} aria-label={TRYING.title}>
      <div className={classes.cardHead}>
        <h2>{TRYING.title}</h2>
        {passage !== null && <span>{rangeOf(passage)}</span>}
      </div>
      <p>{passage === null ? TRYING.choose : isLong ? TRYING.note : TRYING.tooShort}</p>
      <Buttons>
        <Button h={30} disabled={!isLong} onClick={() => passage && askForPassage(desk, job.id, passage, missing)}>
          {TRYING.tryPassage}
        </Button>
        {sendable && couldBeBetter(job) && (
          <Button h={30} onClick={() => askForMinute(desk, job.id)}>
            {SEND_EXCERPT.item}
          </Button>
        )}
      </Buttons>
    </section>
  );
}

function rangeOf({ startSeconds, endSeconds }: Passage): string {
  return TRYING.range(formatDuration(startSeconds), formatDuration(endSeconds));
}

function AfterTrying({ job, of }: { job: JobView; of: string }) {
  const desk = useDesk();
  const sendable = useSendable([of]);
  if (!sendable) return null;
  const tried = { connectionId: job.connectionId, models: job.generations.map(({ model }) => model) };
  return (
    <section className={classes.card} aria-label={TRYING.after}>
      <div className={classes.cardHead}>
        <h2>{TRYING.after}</h2>
      </div>
      <Buttons>
        <Button
          h={30}
          leftSection={<IconSend size={15} stroke={1.8} />}
          onClick={() => askForService(desk, [of], tried)}
        >
          {SEND_EXCERPT.sendWhole}
        </Button>
        <Button h={30} onClick={() => keep(desk, of)}>
          {SEND_EXCERPT.keep}
        </Button>
      </Buttons>
    </section>
  );
}

function keep(desk: PageDesk, jobId: string): void {
  desk.client.queue
    .keep({ jobIds: [jobId] })
    .then(() => notifications.show({ role: 'status', message: SEND_EXCERPT.kept }))
    .catch(showRefusal);
}

/** Null for the whole recording. While someone zooms, it follows as there is time. */
function usePassage(player: Player, sight: Sight, duration: number): Passage | null {
  const loop = useStore(player.store, (state) => state.loop);
  const view = useDeferredValue(useStore(sight));
  return passageOf(loop, player.rate, view, duration);
}

/** The same at this moment. */
export function passageNow(player: Player, sight: Sight, duration: number): Passage | null {
  return passageOf(player.store.getState().loop, player.rate, sight.getState(), duration);
}

function passageOf(loop: Loop | null, rate: number, view: ViewWindow, duration: number): Passage | null {
  if (loop !== null) return { startSeconds: loop.from / rate, endSeconds: loop.to / rate };
  if (isWhole(view, duration)) return null;
  return { startSeconds: Math.max(0, view.from), endSeconds: Math.min(duration, view.to) };
}
