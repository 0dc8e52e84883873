/** What one comparison keeps while its room is open or a blind test replaces it: player, pictures, verdicts and the view. */

import { useRef, useState } from 'react';
import type { BlindTestView } from '../../../shared/contract/verdicts.ts';
import type { JobView, TakeView } from '../../../shared/contract/views.ts';
import type { Passage } from '../../../shared/domain/listening/verdict.ts';
import { useDesk } from '../../state/desk-context.ts';
import { BlindRoom } from './blind/blind-room.tsx';
import { setUpBlindTest } from './blind/blind-setup.tsx';
import classes from './listen.module.css';
import { ListenRoom } from './listen-room.tsx';
import { useOpinions } from './opinions/use-opinions.ts';
import { usePictures } from './pictures/use-pictures.ts';
import { usePlayer } from './playback/use-player.ts';
import { BlindSidePanel } from './side/side-panel.tsx';
import type { ViewWindow } from './waves/view-window.ts';

export function ListenSession({ job, takes }: { job: JobView; takes: readonly TakeView[] }) {
  const player = usePlayer(takes);
  const pictures = usePictures(takes);
  const desk = useDesk();
  const opinions = useOpinions(job.id);
  const [test, setTest] = useState<BlindTestView | null>(null);
  const sight = useRef<ViewWindow | null>(null);
  if (player === null || pictures === null) return null;

  function setUp(view: Passage | null): void {
    const playable = takes.filter((take) => take.playable);
    if (playable.length < 2) return;
    player?.pause();
    const listener = opinions.view?.listener ?? '';
    setUpBlindTest({ desk, jobId: job.id, takes: playable, view, listener, onStarted: setTest });
  }

  function close(): void {
    player?.pause();
    setTest(null);
    opinions.refresh();
  }

  return (
    <div className={classes.page}>
      {test === null ? (
        <ListenRoom key={takes.length} {...{ job, takes, player, pictures, opinions, sight }} onBlind={setUp} />
      ) : (
        <>
          <BlindRoom
            key={test.id}
            {...{ test, takes, player }}
            onPrefer={(take, over) => opinions.give({ kind: 'better', take, over })}
            onAgain={() => setUp(test.passage)}
            onClose={close}
          />
          <BlindSidePanel opinions={opinions} />
        </>
      )}
    </div>
  );
}
