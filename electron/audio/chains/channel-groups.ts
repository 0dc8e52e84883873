/**
 * Which channels of a recording belong together, and how they become the mono signal that decides for them. Channels with one scene in common
 * share a decision, which keeps the stereo image; two voices, one a side, are two recordings in one file and are restored each by itself.
 */

import { type Likenesses, ONE_SCENE } from '../dsp/likeness.ts';
import { isHeard, speakersOf } from '../dsp/speakers.ts';

export interface ChannelGroup {
  /** In ascending order. */
  readonly channels: readonly number[];
  /** Weight of each of them in the group's mono signal: negative for inverted channels, 0 for unused ones. */
  readonly mix: readonly number[];
}

/** Fraction of the loudest channel's energy, -40 dB; channels below it are unused and would only dilute the mix. */
const UNUSED = 1e-4;
/** Low-frequency effects have a smaller share of their energy above LOWEST: else a microphone was recorded in their place. */
const EFFECTS = 0.1;
/** Channels of opposite polarity that correlate less hardly cancel. */
const INVERTED = -0.2;

/**
 * @param energies of each channel
 * @param layout FFmpeg's name: channels with speakers are one scene, except a pair
 * @param likeness of two channels
 * @returns at least one group; each channel is in one of them
 */
export function groupsOf(energies: readonly number[], layout: string, likeness: Likenesses): readonly ChannelGroup[] {
  const channels = energies.length;
  const heard = isHeard(layout, channels).map((isNamed, channel) => isNamed || likeness.upperShare(channel) > EFFECTS);
  const loudest = Math.max(...energies.filter((_, channel) => heard[channel]));
  const isUsed = energies.map((energy, channel) => heard[channel] === true && energy >= loudest * UNUSED);
  const leader = energies.findIndex((energy, channel) => heard[channel] === true && energy === loudest);
  const isOneScene = channels > 2 && speakersOf(layout) !== null;
  /** The leading channel of each channel's group. */
  const leads = energies.map((_, channel) => (isUsed[channel] && !isOneScene ? channel : leader));
  for (let one = 0; one < channels; one++) {
    for (let other = one + 1; other < channels; other++) {
      if (!isUsed[one] || !isUsed[other] || leads[one] === leads[other]) continue;
      if (likeness.between(one, other).coherence < ONE_SCENE) continue;
      const [into, from] = [leads[one] as number, leads[other] as number];
      for (const [channel, lead] of leads.entries()) if (lead === from) leads[channel] = into;
    }
  }
  return [...new Set(leads)].map((lead) => {
    const members = energies.flatMap((_, channel) => (leads[channel] === lead ? [channel] : []));
    return { channels: members, mix: mixOf(members, energies, isUsed, likeness) };
  });
}

function mixOf(
  members: readonly number[],
  energies: readonly number[],
  isUsed: readonly boolean[],
  likeness: Likenesses,
): readonly number[] {
  const used = members.filter((channel) => isUsed[channel]);
  const [first = members[0] as number] = used.toSorted(
    (one, other) => (energies[other] as number) - (energies[one] as number),
  );
  const isInverted = (channel: number) => channel !== first && likeness.between(first, channel).correlation < INVERTED;
  if (used.length === 0) return members.map(() => 1 / members.length);
  // The first used channel counts as upright, so that a pair always gives the same signal.
  const turned = isInverted(used[0] as number) ? -1 : 1;
  return members.map((channel) => (isUsed[channel] ? (turned * (isInverted(channel) ? -1 : 1)) / used.length : 0));
}
