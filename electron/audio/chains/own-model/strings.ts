/** Why a network of a person's own cannot be used, and what to do about it. */

import type { Message } from '../../../../shared/domain/error-messages/message.ts';

const FIX = 'Correct the description, then add the model again.';

export const OWN_MODEL = {
  noDescription: (file: string): Message => ({
    what: `There is no description ${file} for this network.`,
    next: 'Write one beside it, as the manual’s page on your own models shows, then add the model again.',
  }),
  notJson: (file: string): Message => ({ what: `${file} is not valid JSON.`, next: FIX }),
  /** @param place as in `networks.0.kind`; empty for the whole */
  invalid: (file: string, place: string, reason: string): Message => ({
    what: `${file} is not a description of a model: ${place === '' ? '' : `“${place}” is wrong: `}${reason}.`,
    next: FIX,
  }),
  noNetwork: (file: string): Message => ({
    what: `The file ${file} of the network is missing.`,
    next: 'Put it beside the description, then add the model again.',
  }),
  tooLarge: (file: string, megabytes: number): Message => ({
    what: `${file} is larger than ${megabytes} MB.`,
    next: 'Use a smaller network.',
  }),
  unreadable: (file: string): Message => ({
    what: `${file} is not an ONNX network that can run on this computer.`,
    next: 'Export it again, with an operator set between 7 and 21, then add the model again.',
  }),
  missing: (file: string, side: Side, name: string, there: readonly string[]): Message => ({
    what: `${file} has no ${side} called “${name}”: it has ${there.map((one) => `“${one}”`).join(', ')}.`,
    next: FIX,
  }),
  undescribed: (file: string, name: string): Message => ({
    what: `${file} also takes the input “${name}”, of which the description says nothing.`,
    next: 'Add it as a state or a constant, then add the model again.',
  }),
  notFloat: (file: string, name: string, type: string): Message => ({
    what: `“${name}” of ${file} holds ${type} numbers; Cleartake gives and takes float32.`,
    next: 'Export the network with float32 inputs and outputs, then add the model again.',
  }),
  otherShape: (file: string, name: string, said: Shape, is: Shape): Message => ({
    what: `“${name}” of ${file} has the shape ${shapeText(is)}; the description says ${shapeText(said)}.`,
    next: FIX,
  }),
  otherSize: (name: string, shape: Shape, wanted: string): Message => ({
    what: `“${name}” has the shape ${shapeText(shape)}, which is not ${wanted}.`,
    next: FIX,
  }),
  samples: (frame: number) => `one frame of ${frame} samples`,
  bins: (bins: number) => `a spectrum of ${bins} bins`,
  pairs: (bins: number) => `a spectrum of ${bins} complex bins`,
  sizeOfFrame: (frame: number): Message => ({
    what: `There is no spectrum of ${frame} samples here: it must be a multiple of 32 with no other prime factors than 2, 3 and 5.`,
    next: FIX,
  }),
  failed: (file: string): Message => ({
    what: `${file} stopped on a second of sound.`,
    next: 'Check the shapes of its inputs and states, then add the model again.',
  }),
  notFinite: {
    what: 'What this network makes of a second of sound is not all numbers.',
    next: 'Check the network and its description, then add the model again.',
  },
  late: (delay: number): Message => ({
    what: `What comes out of this network lies ${Math.abs(delay)} samples ${delay > 0 ? 'behind' : 'ahead of'} what goes in.`,
    next: `Put it right with “delay” in the description, then add the model again.`,
  }),
} as const;

type Side = 'input' | 'output';
type Shape = readonly (number | string)[];

function shapeText(shape: Shape): string {
  return `[${shape.join(', ')}]`;
}
