/** The bar above the pictures and the strip of marks below it. */

import { memo } from 'react';
import type { JobView, TakeView } from '../../../../shared/contract/views.ts';
import { PictureBar } from '../pictures/picture-bar.tsx';
import type { Pictures } from '../pictures/pictures.ts';
import type { Player } from '../playback/player.ts';
import { AddTake, type AddTakeProps } from '../takes/add-take.tsx';
import type { Sight } from '../waves/sight.ts';
import { MarkSteps, MarksStrip } from './marks-strip.tsx';
import { useMarks } from './use-marks.ts';

interface MarkedPicturesProps extends Omit<AddTakeProps, 'count'> {
  readonly job: JobView;
  readonly takes: readonly TakeView[];
  readonly player: Player;
  readonly pictures: Pictures;
  readonly sight: Sight;
  readonly duration: number;
}

export const MarkedPictures = memo(function MarkedPictures(props: MarkedPicturesProps) {
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
