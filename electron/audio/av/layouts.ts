/** Channel layouts by their number of channels, for stages that treat every channel alike and never mix them. */

import {
  AV_CHANNEL_LAYOUT_2POINT1,
  AV_CHANNEL_LAYOUT_4POINT0,
  AV_CHANNEL_LAYOUT_5POINT0_BACK,
  AV_CHANNEL_LAYOUT_5POINT1_BACK,
  AV_CHANNEL_LAYOUT_6POINT1,
  AV_CHANNEL_LAYOUT_7POINT1,
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
} from 'node-av/constants';
import { avChannelLayoutDescribe, type ChannelLayout } from 'node-av/lib';

/** As FFmpeg takes a number of channels where nothing else is said. */
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

/** @throws RangeError for none, or more than eight */
export function layoutOf(channels: number): ChannelLayout {
  const layout = LAYOUTS[channels - 1];
  if (layout === undefined) throw new RangeError(`No layout of ${channels} channels`);
  return layout;
}

/** FFmpeg's name, for example `5.1`. */
export function layoutName(layout: ChannelLayout): string {
  return avChannelLayoutDescribe(layout) ?? `${layout.nbChannels} channels`;
}
