/** One comparison: overview, a waveform per take, the playhead, the measures and the transport. */

import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { JobView, TakeView } from '../../../shared/contract/views.ts';
import { placeOf } from '../../../shared/domain/integrity/findings.ts';
import type { Passage } from '../../../shared/domain/listening/verdict.ts';
import { MODELS, type ModelId } from '../../../shared/domain/models.ts';
import type { Peaks } from '../../../shared/engine-api/peaks-format.ts';
import { GenerationBar } from '../../components/jobs/generation-bars.tsx';
import { useShortcuts } from '../../components/shortcuts/use-shortcuts.ts';
import { peakOf } from '../../components/waves/window-peaks.ts';
import classes from './listen.module.css';
import { ListenHeader } from './listen-header.tsx';
import { MarkSteps, MarksStrip } from './marks/marks-strip.tsx';
import { useMarks } from './marks/use-marks.ts';
import type { Opinions } from './opinions/use-opinions.ts';
import { FrequencyCursor } from './pictures/frequency-cursor.tsx';
import { PictureBar } from './pictures/picture-bar.tsx';
import type { Pictures } from './pictures/pictures.ts';
import { usePictureKey } from './pictures/use-picture-key.ts';
import { useLook } from './pictures/use-pictures.ts';
import type { Player } from './playback/player.ts';
import { SidePanel } from './side/side-panel.tsx';
import { TakeCard } from './takes/take-card.tsx';
import { chooseTake } from './transport/choose.ts';
import { LoopRegion, LoopStrip } from './transport/loop-region.tsx';
import { Transport } from './transport/transport.tsx';
import { useListenKeys } from './transport/use-listen-keys.ts';
import { Overview } from './waves/overview.tsx';
import { Playhead } from './waves/playhead.tsx';
import { Ruler } from './waves/ruler.tsx';
import { usePeaks } from './waves/use-peaks.ts';
import { useSeeking } from './waves/use-seeking.ts';
import { isWhole, type ViewWindow, wholeOf } from './waves/view-window.ts';

/** The loudest take fills this share of its row. */
const FILL = 0.94;
/** Quiet recordings are drawn larger, up to this gain: beyond it, noise would look like speech. */
const MAX_GAIN = 12;

/** Seconds that are heard before the place that a result was held back for. */
const LEAD_SECONDS = 2;

/** That place, in seconds; null for other jobs, and when it is everywhere. */
function suspectPlace({ state }: JobView): number | null {
  if (state.kind !== 'in-review') return null;
  const [first] = state.held.flatMap((held) => held.findings);
  return first === undefined ? null : placeOf(first);
}

interface ListenRoomProps {
  readonly job: JobView;
  readonly takes: readonly TakeView[];
  readonly player: Player;
  readonly pictures: Pictures;
  readonly opinions: Opinions;
  /** What is in view, kept for whoever shows the room again. */
  readonly sight: RefObject<ViewWindow | null>;
  /** @param view what is in view; null for the whole */
  onBlind(view: Passage | null): void;
}

export function ListenRoom({ job, takes, player, pictures, opinions, sight, onBlind }: ListenRoomProps) {
  const duration = player.lengthFrames / player.rate;
  const [view, setView] = useState<ViewWindow>(() => sight.current ?? wholeOf(duration));
  sight.current = view;
  const blind = () => onBlind(isWhole(view, duration) ? null : { startSeconds: view.from, endSeconds: view.to });
  useShortcuts([['B', blind]]);
  const peaks = usePeaks(takes.map((take) => take.id));
  const active = useStore(player.store, (state) => state.take);
  const broken = useStore(player.store, (state) => state.broken);
  const area = useRef<HTMLDivElement>(null);
  const gain = useMemo(() => {
    const most = Math.max(0, ...peaks.map((each) => (typeof each === 'string' ? 0 : peakOf(each))));
    return most === 0 ? 1 : Math.min(MAX_GAIN, FILL / most);
  }, [peaks]);
  const original = peaks[0];
  const seeking = useSeeking({ player, view, setView, duration, area });
  useListenKeys({ player, takes, setView, duration });
  usePictureKey();
  useLook(
    pictures,
    view,
    gain,
    takes.map((take) => colorOf(take.model)),
  );
  const { marks, jump, goTo } = useMarks({ takes, player, pictures, setView, duration });
  const suspect = suspectPlace(job);
  useEffect(() => {
    if (suspect !== null) player.seek(Math.max(0, Math.floor((suspect - LEAD_SECONDS) * player.rate)));
  }, [player, suspect]);

  return (
    <>
      <div className={classes.room}>
        <ListenHeader job={job} takes={takes} active={active} />
        <PictureBar pictures={pictures}>
          <MarkSteps marks={marks} jump={jump} />
        </PictureBar>
        <MarksStrip marks={marks} goTo={goTo} duration={duration} />
        <Overview
          peaks={isPeaks(original) ? original : null}
          player={player}
          view={view}
          setView={setView}
          gain={gain}
        />
        <LoopStrip player={player} view={view}>
          <Ruler view={view} />
        </LoopStrip>
        <div className={classes.stack}>
          {takes.map((take, index) => (
            <TakeCard
              key={take.id}
              name={job.name}
              take={take}
              index={index}
              active={index === active}
              broken={broken.has(index)}
              player={player}
              pictures={pictures}
              peaks={peaks[index] ?? 'loading'}
              ghost={index > 0 && isPeaks(original) ? original : null}
              view={view}
              gain={gain}
              color={colorOf(take.model)}
              onChoose={() => chooseTake(player, takes, index)}
            />
          ))}
          {pendingOf(job, takes).map((generation) => (
            <div key={generation.id} className={classes.pending}>
              <GenerationBar generation={generation} />
              {generation.error !== null && <p>{generation.error.userMessage}</p>}
            </div>
          ))}
          <div ref={area} className={classes.area} {...seeking}>
            <LoopRegion player={player} view={view} />
            <FrequencyCursor pictures={pictures} view={view} area={area} />
            <Playhead player={player} view={view} setView={setView} duration={duration} />
          </div>
        </div>
        <Transport player={player} takes={takes} duration={duration} view={view} setView={setView} />
      </div>
      <SidePanel takes={takes} active={active} opinions={opinions} onBlind={blind} />
    </>
  );
}

function isPeaks(value: Peaks | string | undefined): value is Peaks {
  return typeof value === 'object';
}

function colorOf(model: ModelId | null): string {
  if (model === null) return '--ct-wave-original';
  return model === MODELS['service-3.5'].id ? '--ct-wave-1' : '--ct-wave-2';
}

/** Generations that have no take yet. */
function pendingOf(job: JobView, takes: readonly TakeView[]) {
  return job.generations.filter(
    (generation) =>
      generation.state !== 'stored' && !takes.some((take) => take.kind === 'result' && take.model === generation.model),
  );
}
