/** A preset in words, for people. */

import { exportSettingsOf, layoutOf, type OutputPlace } from '../../../../../../shared/domain/batch/batch-preset.ts';
import type { NamedPreset } from '../../../../../../shared/domain/batch/presets.ts';
import { fileWordOf } from '../../../../../../shared/domain/models.ts';
import { countTags } from '../../../../../../shared/domain/naming/tags.ts';
import { OWN_TRACK } from '../../../../../../shared/domain/tracks/track-rule.ts';
import { countOf } from '../../../../../../shared/domain/units.ts';

const PLACES = { 'beside-source': 'next to the original', library: 'library only' };

/** `service-2 + service-3.5, podcast, 80 %, -16 LUFS, m4a, /home/me/out`. */
export function settingWords({ settings }: NamedPreset): string {
  const { bitRate, channels, levelVoices, strength, loudness, format, monoLoudness, truePeak, video } =
    exportSettingsOf(settings);
  const { also, keepsFileTime = true, models, output, samplingPreset, track = OWN_TRACK } = settings;
  return [
    models.map(fileWordOf).join(' + '),
    ...(samplingPreset === undefined ? [] : [samplingPreset]),
    ...(strength === 1 ? [] : [`${Math.round(strength * 100)} %`]),
    ...(loudness === null ? [] : [`${loudness} LUFS${monoLoudness === undefined ? '' : ` (mono ${monoLoudness})`}`]),
    ...(truePeak === undefined ? [] : [`peaks ${truePeak} dBTP`]),
    ...(levelVoices === true ? ['level voices'] : []),
    ...(format === 'source' ? [] : [format]),
    ...(bitRate === undefined ? [] : [`${bitRate} kbit/s`]),
    ...(also == null ? [] : [`also ${also.format}${also.bitRate === undefined ? '' : ` ${also.bitRate}`}`]),
    ...(settings.intro ? ['intro'] : []),
    ...(settings.outro ? ['outro'] : []),
    ...(channels === undefined ? [] : [channels]),
    ...(video === 'sound' ? ['sound of videos only'] : []),
    ...(countTags(settings.tags) === 0 ? [] : [countOf(countTags(settings.tags), 'tag')]),
    ...(track === OWN_TRACK ? [] : [`tracks: ${track}`]),
    ...(keepsFileTime ? [] : ['date of saving']),
    placeWords(output),
  ].join(', ');
}

function placeWords(output: OutputPlace): string {
  if (output.kind !== 'folder') return PLACES[output.kind];
  return layoutOf(output) === 'flat' ? `${output.path}, all together` : output.path;
}
