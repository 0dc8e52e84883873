/** What the integrity check found, in words: one line for a row, and one that explains it. */

import { assertNever } from '../errors.ts';
import { formatDuration } from '../units.ts';
import type { Finding } from './findings.ts';

/** `1.2 s of speech missing at 12:31` */
export function findingTitle(finding: Finding): string {
  switch (finding.kind) {
    case 'silent':
      return 'The result is silent';
    case 'lost-speech':
      return finding.places === 1
        ? `${seconds(finding.seconds)} of speech missing at ${formatDuration(finding.at)}`
        : `${seconds(finding.seconds)} of speech missing in ${finding.places} places`;
    case 'other-speech':
      return `Different speech at ${formatDuration(finding.at)}`;
    case 'length':
      return `${seconds(finding.seconds)} ${finding.seconds < 0 ? 'shorter' : 'longer'} than the recording`;
    case 'offset':
      return finding.at === 0
        ? `${seconds(finding.seconds)} too ${finding.seconds < 0 ? 'early' : 'late'}`
        : `Out of sync from ${formatDuration(finding.at)}`;
    case 'pitch':
      return `Pitch ${percent(finding.higher)} ${finding.higher < 0 ? 'lower' : 'higher'} at ${formatDuration(finding.at)}`;
    case 'clipping':
      return `Clipped at ${formatDuration(finding.at)}`;
    case 'silent-channel':
      return `${finding.channel === 'left' ? 'Left' : 'Right'} channel is silent from ${formatDuration(finding.at)}`;
    case 'swapped-channels':
      return 'Left and right are swapped';
    case 'merged-channels':
      return 'Left and right are the same';
    case 'level':
      return `${Math.abs(finding.decibels).toFixed(0)} dB ${finding.decibels < 0 ? 'quieter' : 'louder'} than the recording`;
    case 'loudness':
      return `${lufs(finding.loudness)} LUFS instead of ${lufs(finding.asked)}`;
    default:
      return assertNever(finding, 'finding');
  }
}

export function findingDetail(finding: Finding): string {
  switch (finding.kind) {
    case 'silent':
      return 'The recording isn’t.';
    case 'lost-speech':
      return finding.places === 1
        ? 'The recording has a voice there.'
        : `The recording has a voice there. The first place is at ${formatDuration(finding.at)}.`;
    case 'other-speech':
      return 'The result doesn’t sound like the recording there.';
    case 'length':
      return finding.seconds < 0 ? 'Part of it is cut off.' : 'Something was added.';
    case 'offset':
      return finding.at === 0
        ? 'The result isn’t in sync with the recording.'
        : `From there on it is ${seconds(finding.seconds)} ${finding.seconds < 0 ? 'early' : 'late'}.`;
    case 'pitch':
      return `For ${seconds(finding.seconds)} it is out of tune with the recording.`;
    case 'clipping':
      return 'Peaks are cut off that are whole in the recording.';
    case 'silent-channel':
      return 'The recording has a voice there.';
    case 'swapped-channels':
      return 'What the recording has on the left is on the right.';
    case 'merged-channels':
      return 'In the recording they differ.';
    case 'level':
      return 'The preset keeps the recording’s level.';
    case 'loudness':
      return 'The output misses the loudness of the preset.';
    default:
      return assertNever(finding, 'finding');
  }
}

/** `3 %` */
function percent(part: number): string {
  return `${Math.round(Math.abs(part) * 100)} %`;
}

/** `1.2 s`, `0.05 s`: one figure more below a tenth of a second. */
function seconds(value: number): string {
  const length = Math.abs(value);
  return `${length.toFixed(length < 0.1 ? 2 : 1)} s`;
}

/** With a true minus sign, as the desk writes it. */
function lufs(value: number): string {
  return value.toFixed(1).replace('-', '−');
}
