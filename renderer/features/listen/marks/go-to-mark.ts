/** Takes player and view to a mark, and says so. */

import { formatPosition } from '../../../../shared/domain/units.ts';
import { announce } from '../../../components/messages/announcer.ts';
import type { Player } from '../playback/player.ts';
import { MARKS } from '../strings.ts';
import type { Sight } from '../waves/sight.ts';
import { moved } from '../waves/view-window.ts';
import type { Mark } from './find-marks.ts';

export interface MarkPlace {
  readonly player: Player;
  readonly sight: Sight;
  readonly duration: number;
}

/** @param lead seconds that are heard before it */
export function goToMark({ player, sight, duration }: MarkPlace, mark: Mark, lead = 0): void {
  player.seek(Math.max(0, Math.floor((mark.second - lead) * player.rate)));
  sight.setState((now) => {
    const isInside = mark.second >= now.from && mark.second <= now.to;
    return isInside ? now : moved(now, duration, mark.second - (now.from + now.to) / 2);
  });
  announce(MARKS.at(mark.label, formatPosition(mark.second)));
}
