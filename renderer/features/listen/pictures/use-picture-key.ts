/** The key that switches between waveform and spectrogram. */

import { useShortcuts } from '../../../components/shortcuts/use-shortcuts.ts';
import { switchPicture } from './picture-settings.ts';

export function usePictureKey(): void {
  useShortcuts([['S', switchPicture]]);
}
