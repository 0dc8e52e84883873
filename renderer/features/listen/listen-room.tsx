/** One comparison: overview, a waveform per take, the playhead, the measures and the transport. Its parts follow what changes, not the whole. */

import { useEffect, useRef } from 'react';
import type { JobView, TakeView } from '../../../shared/contract/views.ts';
import { placeOf } from '../../../shared/domain/integrity/findings.ts';
import type { Passage } from '../../../shared/domain/listening/verdict.ts';
import { BatchSteps } from './decide/batch-steps.tsx';
import { askForExport } from './decide/export-dialog.tsx';
import { passageNow } from './decide/passage.ts';
import { TryCard } from './decide/try-card.tsx';
import { useRoomKeys } from './decide/use-room-keys.ts';
import classes from './listen.module.css';
import { ListenHeader } from './listen-header.tsx';
import { goToMark } from './marks/go-to-mark.ts';
import { MarkedPictures } from './marks/marked-pictures.tsx';
import type { Opinions } from './opinions/use-opinions.ts';
import type { Pictures } from './pictures/pictures.ts';
import { ShownLook } from './pictures/shown-look.tsx';
import { usePictureKey } from './pictures/use-picture-key.ts';
import type { Player } from './playback/player.ts';
import { PreviewCard } from './preview/preview-card.tsx';
import { useLags } from './preview/use-lags.ts';
import { ReviewCard } from './review/review-card.tsx';
import { SidePanel } from './side/side-panel.tsx';
import { heardNow } from './takes/heard-card.ts';
import { TakeStack } from './takes/take-stack.tsx';
import type { TakesAnswer } from './takes/use-takes.ts';
import { LoopStrip } from './transport/loop-region.tsx';
import { Transport } from './transport/transport.tsx';
import { useListenKeys } from './transport/use-listen-keys.ts';
import { Overview } from './waves/overview.tsx';
import { Ruler } from './waves/ruler.tsx';
import type { Sight } from './waves/sight.ts';
import { isWhole } from './waves/view-window.ts';

/** Seconds that are heard before the place that a result was held back for. */
const LEAD_SECONDS = 2;

/** That place, in seconds; null for other jobs, and when it is everywhere. */
function suspectPlace({ state }: JobView): number | null {
  if (state.kind !== 'in-review') return null;
  const [first] = state.held.flatMap((held) => held.findings);
  return first === undefined ? null : placeOf(first);
}

interface ListenRoomProps extends TakesAnswer {
  /** The takes, and what was delivered of them: what player and pictures have, by index. */
  readonly sources: readonly TakeView[];
  readonly player: Player;
  readonly pictures: Pictures;
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
  const exportPart = () =>
    askForExport({ job, takes, heard: heardNow(player, takes), passage: passageNow(player, sight, duration) });
  useRoomKeys([
    ['B', blind],
    ['E', exportPart],
  ]);
  useListenKeys({ player, takes, setView: sight.setState, duration });
  usePictureKey();
  useLags(player, takes);
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
        <ListenHeader job={job} takes={takes} player={player}>
          <BatchSteps {...{ job, takes }} {...where} />
        </ListenHeader>
        <MarkedPictures {...{ job, takes, pictures, others, added, add }} {...where} />
        <Overview player={player} sight={sight} pictures={pictures} />
        <LoopStrip player={player} sight={sight}>
          <Ruler sight={sight} />
        </LoopStrip>
        <TakeStack {...{ job, takes, sources, added, pictures, again, remove }} {...where} />
        <Transport {...{ takes }} {...where} />
      </div>
      <SidePanel
        {...{ job, takes, player, opinions }}
        onBlind={blind}
        onExport={exportPart}
        first={<ReviewCard job={job} onPlace={(mark) => goToMark(where, mark, LEAD_SECONDS)} />}
      >
        <PreviewCard {...{ job, player, takes, given }} />
        <TryCard job={job} {...where} />
      </SidePanel>
    </>
  );
}
