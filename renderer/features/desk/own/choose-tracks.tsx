/** A dialog for the audio tracks of a recording that waits for Start: which of them are restored. */

import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { TracksView } from '../../../../shared/contract/queue/tracks.ts';
import type { JobView } from '../../../../shared/contract/views.ts';
import { type AudioTrack, trackName } from '../../../../shared/domain/tracks/audio-track.ts';
import { DialogBody, QuietText } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { shownName } from '../../../components/text/format.ts';
import type { PageDesk } from '../../../state/desk.ts';
import { backToRow } from '../../../state/view-store.ts';
import { FACTS } from '../strings.ts';
import classes from './own.module.css';
import { TRACKS } from './strings.ts';
import { quoteAgain } from './waiting-rows.ts';

/** Errors of a track that another one may not have. */
const OF_ONE_TRACK = ['mediaUnsupported', 'mediaSilent'];

/** Whether its file may have other tracks, and nothing of it was started. */
export function hasTracks({ started, state, track }: JobView): boolean {
  if (started) return false;
  if (state.kind === 'failed') return track !== null || OF_ONE_TRACK.includes(state.error.code);
  return state.kind === 'queued' && track !== null;
}

export function askForTracks(desk: PageDesk, job: JobView): void {
  openDialog(desk, job).catch(showRefusal);
}

async function openDialog(desk: PageDesk, job: JobView): Promise<void> {
  const view = await desk.client.queue.tracks({ jobId: job.id });
  const id = modals.open({
    title: TRACKS.title(shownName(job.name)),
    size: 460,
    onClose: backToRow,
    children: (
      <TracksDialog
        view={view}
        onChoose={async (numbers) => {
          const { jobIds, refused } = await desk.client.queue.chooseTracks({ jobId: job.id, numbers: [...numbers] });
          quoteAgain(desk);
          modals.close(id);
          const chosen = jobIds.length > 0 ? [TRACKS.chosen(jobIds.length)] : [];
          notifications.show({ role: 'status', message: [...chosen, ...refused].join(' ') || TRACKS.unchanged });
        }}
        onClose={() => modals.close(id)}
      />
    ),
  });
}

interface TracksDialogProps {
  readonly view: TracksView;
  readonly onChoose: (numbers: readonly number[]) => Promise<void>;
  readonly onClose: () => void;
}

function TracksDialog({ view: { chosen: present, own, tracks }, onChoose, onClose }: TracksDialogProps) {
  const [chosen, setChosen] = useState<readonly number[]>([present]);
  const [isBusy, setBusy] = useState(false);
  const usable = tracks.filter(({ heard }) => heard === 'sound').map(({ number }) => number);
  const isSame = chosen.length === 1 && chosen[0] === present;

  function toggle(number: number): void {
    setChosen((before) => (before.includes(number) ? before.filter((one) => one !== number) : [...before, number]));
  }

  function choose(): void {
    setBusy(true);
    onChoose(chosen)
      .catch(showRefusal)
      .finally(() => setBusy(false));
  }

  return (
    <DialogBody>
      <Stack gap={10} mt={8}>
        {tracks.map((track) => (
          <Checkbox
            key={track.number}
            label={trackName({ ...track, of: tracks.length })}
            description={noteOn(track, own)}
            checked={chosen.includes(track.number)}
            disabled={isBusy || !usable.includes(track.number)}
            onChange={() => toggle(track.number)}
          />
        ))}
      </Stack>
      {chosen.length > 1 && <Text size="sm">{TRACKS.each(chosen.length)}</Text>}
      <QuietText fz={12} lh={1.4}>
        {TRACKS.note}
      </QuietText>
      <div className={classes.foot}>
        {usable.length > 1 && (
          <Button mr="auto" disabled={isBusy} onClick={() => setChosen(usable)}>
            {TRACKS.all}
          </Button>
        )}
        <Button onClick={onClose}>{TRACKS.cancel}</Button>
        <Button variant="filled" loading={isBusy} disabled={isSame || chosen.length === 0} onClick={choose}>
          {TRACKS.apply(chosen.length)}
        </Button>
      </div>
    </DialogBody>
  );
}

/** `Stereo, aac, chosen by the file` */
function noteOn({ channels, codec, heard, number }: AudioTrack, own: number): string {
  return [
    FACTS.channels(channels),
    codec,
    ...(heard === 'sound' ? [] : [TRACKS.heard[heard]]),
    ...(number === own ? [TRACKS.own] : []),
  ].join(', ');
}
