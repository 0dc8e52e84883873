/** Where results of a watch folder go, in words. Pure. */

import { layoutOf, type OutputPlace } from '../../../shared/domain/batch/batch-preset.ts';
import { shownName } from '../../components/text/format.ts';
import { WATCH } from './strings.ts';

export function placeWords(output: OutputPlace | null): string {
  if (output === null) return WATCH.places.preset;
  if (output.kind === 'folder') return WATCH.places[layoutOf(output)](shownName(output.path));
  return WATCH.places[output.kind];
}
