/** One comparison: overview, a waveform per take, the playhead, the measures and the transport. Its parts follow what changes, not the whole. */

import { useElementSize } from '@mantine/hooks';
import { memo, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { JobView, TakeView } from '../../../shared/contract/views.ts';
import type { SoundSettings } from '../../../shared/domain/export/settings.ts';
import { placeOf } from '../../../shared/domain/integrity/findings.ts';
import type { Passage } from '../../../shared/domain/listening/verdict.ts';
import { hueOf } from '../../components/models/hue.ts';
import { idOfDifference } from '../../components/playback/heard-takes.ts';
import type { Player } from '../../components/playback/player.ts';
import { useShortcuts } from '../../components/shortcuts/use-shortcuts.ts';
import { useDesk } from '../../state/desk-context.ts';
import { BatchSteps } from './decide/batch-steps.tsx';
import { ReviewCard } from './decide/review-card.tsx';
import { askToSaveTake } from './decide/save-take.tsx';
import { passageNow, TryCard } from './decide/try-card.tsx';
import type { Opinions } from './decide/use-opinions.ts';
import classes from './listen.module.css';
import { ListenHeader } from './listen-header.tsx';
import { MarkSteps, MarksStrip } from './marks/marks-strip.tsx';
import { goToMark, useMarks } from './marks/use-marks.ts';
import { PictureBar } from './pictures/picture-bar.tsx';
import type { TakePictures } from './pictures/pictures.ts';
import { switchPicture, useGain, useLook } from './pictures/use-pictures.ts';
import { PreviewCard } from './preview/preview-card.tsx';
import { SidePanel } from './side-panel.tsx';
import { TakeStack } from './takes/take-stack.tsx';
import { heardNow, type TakesAnswer } from './takes/use-takes.ts';
import { AddTake, type AddTakeProps } from './takes/variant.tsx';
import { LoopStrip } from './transport/loop-region.tsx';
import { TakeOverview } from './transport/overview.tsx';
import { PlaybackBar } from './transport/transport.tsx';
import { useListenKeys } from './transport/use-listen-keys.ts';
import { isWhole, rulerTicks, type Sight } from './waves/view-window.ts';

/** Opening the room comes first. */
const LAG_QUIET_MS = 1000;

const MarkedPictures = memo(function MarkedPictures(props: MarkedPicturesProps) {
  const { job, takes, player, pictures, sight, duration, others, added, add } = props;
  const { marks, jump, goToOne } = useMarks({ job, takes, pictures }, { player, sight, duration });
  return (
    <>
      <PictureBar pictures={pictures}>
        <AddTake others={others} added={added} count={takes.length} add={add} />
        <MarkSteps marks={marks} jump={jump} />
      </PictureBar>
      <MarksStrip marks={marks} goToOne={goToOne} duration={duration} />
    </>
  );
});

const REMOVED_COLOR = '--ct-warn';

const ShownLook = memo(function ShownLook({ pictures, sight, sources }: ShownLookProps) {
  const gain = useGain(pictures);
  useLook(pictures, sight, gain, [
    ...sources.map((take) => hueOf(take.model)),
    ...[...pictures.differences].map(() => REMOVED_COLOR),
  ]);
  return null;
});

/** Seconds that are heard before the place that a result was held back for. */
const LEAD_SECONDS = 2;

/** That place, in seconds; null for other jobs, and when it is everywhere. */
function suspectPlace({ state }: JobView): number | null {
  if (state.kind !== 'in-review') return null;
  const [first] = state.held.flatMap((held) => held.findings);
  return first === undefined ? null : placeOf(first);
}

/** A take that only came by isn't heard. */
const HEARD_AFTER_MS = 1500;

/** Tells the desk once a result has played for a moment: its row is no longer news. */
function useHeard({ heard: wasHeard, id }: JobView, player: Player): void {
  const { client } = useDesk();
  const isHearing = useStore(player.store, ({ heard, playing, take }) => playing && heard[take]?.kind !== 'original');
  useEffect(() => {
    if (wasHeard || !isHearing) return;
    // Told again with the next time it plays, if the desk doesn't answer now.
    const timer = window.setTimeout(() => client.listening.heard({ jobId: id }).catch(() => undefined), HEARD_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [client, id, isHearing, wasHeard]);
}

interface ListenRoomProps extends TakesAnswer {
  /** The takes, and what was delivered of them: what player and pictures have, by index. */
  readonly sources: readonly TakeView[];
  readonly player: Player;
  readonly pictures: TakePictures;
  readonly opinions: Opinions;
  /** What is in view, kept for whoever shows the room again. */
  readonly sight: Sight;
  /** Fetches the takes again. */
  again(): void;
  add(takeId: string): void;
  remove(takeId: string): void;
  /** @param view what is in view; null for the whole */
  onBlind(view: Passage | null): void;
}

export function ListenRoom(props: ListenRoomProps) {
  const { job, takes, sources, given, player, pictures, opinions, sight, onBlind } = props;
  const { others, added, add, remove, again } = props;
  const duration = player.lengthFrames / player.rate;
  const where = { player, sight, duration };
  const blind = (): void => {
    const view = sight.getState();
    onBlind(isWhole(view, duration) ? null : { startSeconds: view.from, endSeconds: view.to });
  };
  const sound = useRef<SoundSettings>(given);
  const save = (): void => {
    const heard = heardNow(player, takes);
    const passage = passageNow(player, sight, duration);
    askToSaveTake({ job, takes, heard, passage, given, sound: sound.current });
  };
  useShortcuts([
    ['B', blind],
    ['E', save],
  ]);
  useListenKeys({ player, takes, setView: sight.setState, duration });
  usePictureKey();
  useLags(player, takes);
  useHeard(job, player);
  const suspect = suspectPlace(job);
  const sought = useRef<number | null>(null);
  useEffect(() => {
    // Once: the next player, which has another take, keeps the position.
    if (suspect === null || suspect === sought.current) return;
    sought.current = suspect;
    player.seek(Math.max(0, Math.floor((suspect - LEAD_SECONDS) * player.rate)));
  }, [player, suspect]);

  return (
    <>
      <ShownLook pictures={pictures} sight={sight} sources={sources} />
      <div className={classes.room}>
        <ListenHeader job={job} onSave={save}>
          <BatchSteps job={job} takes={takes} {...where} />
        </ListenHeader>
        <MarkedPictures
          job={job}
          takes={takes}
          pictures={pictures}
          others={others}
          added={added}
          add={add}
          {...where}
        />
        <TakeOverview player={player} sight={sight} pictures={pictures} />
        <LoopStrip player={player} sight={sight}>
          <Ruler sight={sight} />
        </LoopStrip>
        <TakeStack
          job={job}
          takes={takes}
          sources={sources}
          added={added}
          pictures={pictures}
          again={again}
          remove={remove}
          {...where}
        />
        <PlaybackBar takes={takes} {...where} />
      </div>
      <SidePanel
        job={job}
        takes={takes}
        player={player}
        opinions={opinions}
        onBlind={blind}
        first={<ReviewCard job={job} onPlace={(mark) => goToMark(where, mark, LEAD_SECONDS)} />}
      >
        <PreviewCard player={player} takes={takes} given={given} sound={sound} />
        <TryCard job={job} {...where} />
      </SidePanel>
    </>
  );
}

function usePictureKey(): void {
  useShortcuts([['S', switchPicture]]);
}

function Ruler({ sight }: { sight: Sight }) {
  const view = useStore(sight);
  const { ref, width } = useElementSize();
  return (
    <div ref={ref} className={classes.ruler} aria-hidden="true">
      {rulerTicks(view, width).map(({ second, x, label }) => (
        <span key={second} className={classes.tick} style={{ transform: `translateX(${x}px)` }}>
          {x < width - 56 ? label : ''}
        </span>
      ))}
    </div>
  );
}

interface ShownLookProps {
  readonly pictures: TakePictures;
  readonly sight: Sight;
  /** The takes that have pictures. */
  readonly sources: readonly TakeView[];
}

interface MarkedPicturesProps extends Omit<AddTakeProps, 'count'> {
  readonly job: JobView;
  readonly takes: readonly TakeView[];
  readonly player: Player;
  readonly pictures: TakePictures;
  readonly sight: Sight;
  readonly duration: number;
}

function useLags(player: Player, takes: readonly TakeView[]): void {
  const { client } = useDesk();
  const original = takes.find(({ kind }) => kind === 'original');
  const canAsk = original?.playable === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a player belongs to its takes
  useEffect(() => {
    if (!canAsk) return;
    const stop = new AbortController();
    const { signal } = stop;
    const ask = async () => {
      for (const [index, take] of takes.entries()) {
        const difference = idOfDifference(takes, take);
        if (difference === null || !take.playable) continue;
        // Without an answer it is taken for being in time, as before.
        const answer = await client.listening.lag({ difference }, { signal }).catch(() => null);
        if (signal.aborted) return;
        if (answer !== null && answer.lag !== null) player.setLag(index, answer.lag, answer.sampleRate);
      }
    };
    const quiet = setTimeout(() => void ask(), LAG_QUIET_MS);
    return () => {
      clearTimeout(quiet);
      stop.abort();
    };
  }, [client, player, canAsk]);
}
