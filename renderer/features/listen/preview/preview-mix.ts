/** What plays for settings that are tried, and what differs from its export. Pure. */

import type { LimitedPreviewEvent } from '../../../../shared/contract/listening.ts';
import { levelTarget, planLevel } from '../../../../shared/domain/export-level.ts';
import type { SoundSettings } from '../../../../shared/domain/export-settings.ts';
import type { PreviewResult } from '../../../../shared/engine-api/export-messages.ts';
import { inStereo, type LimitedSound, type PreviewMix } from '../playback/heard-takes.ts';

export interface PlannedPreview {
  readonly mix: PreviewMix;
  /** dB by which the preview is quieter than its export, which limits peaks instead; 0 where it needn't. */
  readonly loweredBy: number;
}

/**
 * As the export plans it, except that nothing is limited: where the export's gain would be too much, the preview has less.
 * @param measured null while it isn't known: then there is no gain
 */
export function planPreview(result: number, settings: SoundSettings, measured: PreviewResult | null): PlannedPreview {
  const { loudness: wanted, strength } = settings;
  const before = measured?.before ?? null;
  if (measured === null || before === null) {
    return { mix: { result, strength, gain: 0, loudness: null, truePeak: null }, loweredBy: 0 };
  }
  const plan = planLevel(before, levelTarget(wanted));
  const most = plan.ceiling === null || before.truePeak === null ? plan.gain : plan.ceiling - before.truePeak;
  const gain = Math.min(plan.gain, most);
  const loudness = before.loudness === null ? null : inStereo(before.loudness, measured.channels) + gain;
  const truePeak = before.truePeak === null ? null : before.truePeak + gain;
  return { mix: { result, strength, gain, loudness, truePeak }, loweredBy: plan.gain - gain };
}

/** Plays instead of the mix once it is there. @param channels of the export */
export function limitedSound(made: LimitedPreviewEvent['made'], channels: number): LimitedSound | null {
  if (made === null) return null;
  const { loudness, truePeak } = made.figures;
  return { id: made.id, loudness: loudness === null ? null : inStereo(loudness, channels), truePeak };
}
