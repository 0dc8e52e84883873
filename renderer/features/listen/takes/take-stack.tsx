/** The cards of all takes under one timeline: clicks, loop, cursor and playhead span them. */

import { memo, useRef } from 'react';
import { useStore } from 'zustand';
import type { JobView, TakeView } from '../../../../shared/contract/views.ts';
import { GenerationBar } from '../../../components/jobs/job-marks.tsx';
import { generationWords } from '../../../components/jobs/job-words.ts';
import { ModelPill } from '../../../components/marks/marks.tsx';
import type { Player } from '../../../components/playback/player.ts';
import { useFrames } from '../../../components/playback/use-frames.ts';
import classes from '../listen.module.css';
import { FrequencyCursor } from '../pictures/frequency-cursor.tsx';
import type { TakePictures } from '../pictures/pictures.ts';
import { announceLoop, chooseTake } from '../transport/choose.ts';
import { LoopRegion } from '../transport/loop-region.tsx';
import { useSeeking } from '../waves/use-seeking.ts';
import { following, type Sight } from '../waves/view-window.ts';
import { TakeCard } from './take-card.tsx';
import { useActiveCard } from './use-takes.ts';

/** No playback moves as far between two frames of the screen. */
const JUMP_SECONDS = 1;

interface TakeStackProps {
  readonly job: JobView;
  readonly takes: readonly TakeView[];
  /** The takes, and what was delivered of them. */
  readonly sources: readonly TakeView[];
  /** Results of other jobs among the takes. */
  readonly added: readonly string[];
  readonly player: Player;
  readonly pictures: TakePictures;
  readonly sight: Sight;
  readonly duration: number;
  /** Fetches the takes again. */
  again(): void;
  remove(takeId: string): void;
}

export const TakeStack = memo(function TakeStack(props: TakeStackProps) {
  const { job, takes, sources, added, player, pictures, sight, duration, again, remove } = props;
  const active = useActiveCard(player);
  const removed = useStore(player.store, ({ heard, take }) =>
    heard[take]?.kind === 'difference' ? heard[take].of : null,
  );
  const original = takes.find(({ kind }) => kind === 'original') ?? null;
  const broken = useStore(player.store, (state) => state.broken);
  const delivered = useStore(player.store, (state) => state.delivered);
  const area = useRef<HTMLDivElement>(null);
  const seeking = useSeeking({ player, sight, duration, area, onSelected: () => announceLoop(player) });
  return (
    <div className={classes.stack}>
      {takes.map((take, index) => {
        const output = outputOf(sources, take);
        const shown = output >= 0 && delivered.has(index) ? output : index;
        return (
          <TakeCard
            key={take.id}
            name={job.name}
            take={take}
            index={index}
            active={index === active}
            broken={broken.has(shown)}
            delivered={sources[output] ?? null}
            shown={shown}
            removed={index === removed ? (pictures.differences.get(index) ?? null) : null}
            original={original}
            again={again}
            onRemove={added.includes(take.id) ? () => remove(take.id) : null}
            player={player}
            pictures={pictures}
            onChoose={() => chooseTake(player, takes, index)}
          />
        );
      })}
      {pendingOf(job, takes).map((generation) => (
        <div key={generation.id} className={classes.pending}>
          <ModelPill model={generation.model} />
          <GenerationBar generation={generation} />
          <span>{generationWords(generation).word}</span>
          {generation.error !== null && <p>{generation.error.userMessage}</p>}
        </div>
      ))}
      <div ref={area} className={classes.area} {...seeking}>
        <LoopRegion player={player} sight={sight} />
        <FrequencyCursor pictures={pictures} sight={sight} area={area} />
        <Playhead player={player} sight={sight} duration={duration} />
      </div>
    </div>
  );
});

/** Index of what was delivered of a result; -1 where that sounds the same. */
function outputOf(sources: readonly TakeView[], { id, kind }: TakeView): number {
  return kind === 'result' ? sources.findIndex((each) => each.id === id.replace('result:', 'delivered:')) : -1;
}

/** Generations that have no take yet. */
function pendingOf(job: JobView, takes: readonly TakeView[]) {
  return job.generations.filter(
    (generation) =>
      generation.state !== 'stored' && !takes.some((take) => take.kind === 'result' && take.model === generation.model),
  );
}

interface PlayheadProps {
  readonly player: Player;
  readonly sight: Sight;
  readonly duration: number;
}

function Playhead({ player, sight, duration }: PlayheadProps) {
  const line = useRef<HTMLDivElement>(null);
  const before = useRef(-1);
  useFrames(() => {
    const element = line.current;
    const width = element?.parentElement?.clientWidth ?? 0;
    if (element === null) return;
    const view = sight.getState();
    const frame = player.frame();
    const second = frame / player.rate;
    const share = (second - view.from) / (view.to - view.from);
    element.style.transform = `translateX(${share * width}px)`;
    element.style.visibility = share >= 0 && share <= 1 ? 'visible' : 'hidden';
    // Followed when it leaves the view or jumps, so that you can look elsewhere, paused or playing.
    const was = before.current;
    before.current = frame;
    if (was < 0 || was === frame || (share >= 0 && share <= 1)) return;
    const wasAt = was / player.rate;
    const wasInside = wasAt >= view.from && wasAt <= view.to;
    const hasJumped = Math.abs(second - wasAt) > JUMP_SECONDS;
    if (wasInside || hasJumped) sight.setState((now) => following(now, duration, second));
  });
  return <div ref={line} className={classes.head} />;
}
