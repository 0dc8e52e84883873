/** FFmpeg's channel layouts: by name for reading and writing, by number of channels for stages that treat all channels alike. */

import {
  AV_CHANNEL_LAYOUT_2POINT1,
  AV_CHANNEL_LAYOUT_4POINT0,
  AV_CHANNEL_LAYOUT_5POINT0_BACK,
  AV_CHANNEL_LAYOUT_5POINT1_BACK,
  AV_CHANNEL_LAYOUT_6POINT1,
  AV_CHANNEL_LAYOUT_7POINT1,
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CHANNEL_ORDER_NATIVE,
  AV_CHANNEL_ORDER_UNSPEC,
} from 'node-av/constants';
import { avChannelLayoutDescribe, type ChannelLayout } from 'node-av/lib';
import { channelMask } from '../dsp/speakers.ts';

/** FFmpeg's default layout for each number of channels. */
const LAYOUTS: readonly ChannelLayout[] = [
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CHANNEL_LAYOUT_2POINT1,
  AV_CHANNEL_LAYOUT_4POINT0,
  AV_CHANNEL_LAYOUT_5POINT0_BACK,
  AV_CHANNEL_LAYOUT_5POINT1_BACK,
  AV_CHANNEL_LAYOUT_6POINT1,
  AV_CHANNEL_LAYOUT_7POINT1,
];

/** @throws RangeError for 0 or more than 8 channels */
export function layoutForChannels(channels: number): ChannelLayout {
  const layout = LAYOUTS[channels - 1];
  if (layout === undefined) throw new RangeError(`No layout of ${channels} channels`);
  return layout;
}

/** FFmpeg's name, for example `5.1`, or just `6 channels` when the channels have no speakers. */
export function layoutName(layout: ChannelLayout): string {
  const unknown = `${layout.nbChannels} channels`;
  return layout.order === AV_CHANNEL_ORDER_NATIVE ? (avChannelLayoutDescribe(layout) ?? unknown) : unknown;
}

/** @param name as layoutName gives it */
export function layoutNamed(name: string, channels: number): ChannelLayout {
  const mask = channelMask(name);
  if (mask === null) return { nbChannels: channels, order: AV_CHANNEL_ORDER_UNSPEC, mask: 0n };
  return { nbChannels: channels, order: AV_CHANNEL_ORDER_NATIVE, mask };
}
