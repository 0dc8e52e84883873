/** The peaks of a take, from the desk. */

import { peaksAddress } from '../../../shared/contract/page/media-addresses.ts';
import { decodePeaks, type Peaks } from '../../../shared/engine-api/peaks-format.ts';
import { mediaHeaders } from '../../bridge/browser-session.ts';

/** @throws Error when the desk has none */
export async function fetchPeaks(takeId: string, signal: AbortSignal): Promise<Peaks> {
  const response = await fetch(peaksAddress(takeId), { headers: mediaHeaders(), signal });
  if (!response.ok) throw new Error(`Peaks were answered with ${response.status}`);
  return decodePeaks(new Uint8Array(await response.arrayBuffer()));
}
