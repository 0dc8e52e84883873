/** What one comparison keeps while its room is open or a blind test replaces it: player, pictures, verdicts and the view. */

import { useMemo, useRef, useState } from 'react';
import type { BlindTestView } from '../../../shared/contract/listening/verdicts.ts';
import type { Passage } from '../../../shared/domain/listening/verdict.ts';
import { usePlayer } from '../../components/playback/use-player.ts';
import { useDesk } from '../../state/desk-context.ts';
import { winnerOf } from './blind/blind-result.tsx';
import { BlindRoom } from './blind/blind-room.tsx';
import { setUpBlindTest } from './blind/blind-setup.tsx';
import { carriedTo, carriedView, startOf } from './decide/carried.ts';
import { useOpinions } from './decide/use-opinions.ts';
import classes from './listen.module.css';
import { ListenRoom } from './listen-room.tsx';
import { usePictures } from './pictures/use-pictures.ts';
import { BlindSidePanel } from './side-panel.tsx';
import type { TakesAnswer } from './takes/use-takes.ts';
import { createSight, type Sight, wholeOf } from './waves/view-window.ts';

interface ListenSessionProps extends TakesAnswer {
  /** Fetches the takes again. */
  again(): void;
  add(takeId: string): void;
  remove(takeId: string): void;
}

export function ListenSession(props: ListenSessionProps) {
  const { job, takes: sources, given, again, others, added, add, remove } = props;
  // What was delivered shares the card of its result.
  const takes = useMemo(() => sources.filter(({ kind }) => kind !== 'delivered'), [sources]);
  const carried = useRef(carriedTo(job.id)).current;
  const player = usePlayer(sources, carried === null ? {} : startOf(carried, takes));
  const pictures = usePictures(sources);
  const desk = useDesk();
  const opinions = useOpinions(job.id);
  const [test, setTest] = useState<BlindTestView | null>(null);
  const [finished, setFinished] = useState<BlindTestView | null>(null);
  /** The take that was heard before the test. */
  const heard = useRef(0);
  const sight = useRef<Sight | null>(null);
  if (player === null || pictures === null) return null;
  const duration = player.lengthFrames / player.rate;
  sight.current ??= createSight(carried === null ? wholeOf(duration) : carriedView(carried, duration));

  function setUp(view: Passage | null): void {
    const playable = takes.filter((take) => take.playable);
    if (playable.length < 2) return;
    player?.pause();
    if (test === null) heard.current = player?.store.getState().take ?? 0;
    // A test is about what the models made, all of it.
    player?.setEar('both');
    for (const index of takes.keys()) player?.setDelivered(index, false);
    const listener = opinions.view?.listener ?? '';
    setUpBlindTest({ desk, jobId: job.id, takes: playable, view, listener, onStarted: setTest });
  }

  function close(): void {
    player?.pause();
    // What is offered to be kept agrees with the result, and not with what the last trial played.
    const winner = finished === null ? null : winnerOf(finished);
    const preferred = winner === null ? -1 : takes.findIndex(({ id }) => id === winner.take);
    player?.select(preferred === -1 ? heard.current : preferred);
    setTest(null);
    setFinished(null);
    opinions.refresh();
  }

  return (
    <div className={classes.page}>
      {test === null ? (
        <ListenRoom
          job={job}
          takes={takes}
          sources={sources}
          given={given}
          player={player}
          pictures={pictures}
          opinions={opinions}
          again={again}
          others={others}
          added={added}
          add={add}
          remove={remove}
          sight={sight.current}
          onBlind={setUp}
        />
      ) : (
        <>
          <BlindRoom
            key={test.id}
            test={test}
            takes={takes}
            player={player}
            onFinished={(ended) => {
              setFinished(ended);
              opinions.refresh();
            }}
            onPrefer={(take, over) => opinions.give({ kind: 'better', take, over })}
            onAgain={() => setUp(test.passage)}
            onClose={close}
          />
          <BlindSidePanel opinions={opinions} open={test.id} isFinished={finished?.id === test.id} />
        </>
      )}
    </div>
  );
}
