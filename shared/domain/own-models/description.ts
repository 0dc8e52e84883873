/** What a network is that a person brings: the JSON beside its ONNX file. All arrays are float32, one batch, one channel. */

import { z } from 'zod';
import { OWN_MODEL_NAME, type OwnModelId } from '../models.ts';

const shape = z.array(z.int().min(1).max(10_000_000)).max(8);
const tensorName = z.string().min(1).max(200);
const port = z.strictObject({ name: tensorName, shape });

/** A state begins as zeros; what a frame gives as `output`, the next one takes as `input`. */
const state = z.strictObject({ input: tensorName, output: tensorName, shape });

/** An input that never changes, such as a limit of the attenuation. */
const constant = z.strictObject({ name: tensorName, shape, value: z.number() });

const network = z.strictObject({
  /** An ONNX file beside the description. */
  file: z
    .string()
    .max(200)
    .regex(/^[^/\\]+\.onnx$/i, 'the name of an .onnx file in the same folder'),
  /**
   * `waveform`: samples of a frame in and out. `spectrum`: its complex spectrum in and out, as pairs (bins, 2) or as two rows (2, bins).
   * `mask`: its magnitudes in, a factor for each out.
   */
  kind: z.enum(['waveform', 'spectrum', 'mask']),
  input: port,
  output: port,
  states: z.array(state).max(64).default([]),
  constants: z.array(constant).max(16).default([]),
});

export const ownModelDescription = z
  .strictObject({
    name: z.string().regex(OWN_MODEL_NAME, '1 to 32 letters, digits, spaces, points and hyphens'),
    /** One line for those who choose. */
    about: z.string().max(120).default(''),
    /** Hz. */
    sampleRate: z.int().min(8000).max(96_000),
    /** Samples that a network sees at once. */
    frame: z.int().min(16).max(16_384),
    /** Samples from one frame to the next. */
    hop: z.int().min(1).max(16_384),
    /** Before and after the networks, which then add up to the same level; `none`: frames are added as they are. */
    window: z.enum(['none', 'hann', 'root-hann']).default('none'),
    /** Samples by which what comes out of a frame lies behind what went in. */
    delay: z.int().min(0).max(1_000_000).default(0),
    /** One after the other on each frame. */
    networks: z.array(network).min(1).max(4),
  })
  .refine(({ frame, hop }) => hop <= frame, { path: ['hop'], message: 'at most as long as the frame' });

export type OwnModelDescription = z.output<typeof ownModelDescription>;
export type OwnNetwork = OwnModelDescription['networks'][number];

/** What is kept of a model that was added, beside its networks: `0.onnx`, `1.onnx`, … */
export const addedModel = z.object({
  description: ownModelDescription,
  /** SHA-256 of all that decides what it does, in hexadecimal. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Seconds of processor for a second of sound, on this computer when it was added. */
  cost: z.number().min(0),
  /** Milliseconds since the epoch. */
  addedAt: z.number(),
});

export type AddedModel = z.output<typeof addedModel>;

/** In the data folder. */
export const OWN_MODELS_FOLDER = 'models';

/** Names in the folder of a model that was added. */
export const ADDED_FILE = 'model.json';
/** The folder's own name: nothing that a file system could mind. */
export const folderOfModel = (model: OwnModelId) => model.slice(-8);
export const networkFile = (index: number) => `${index}.onnx`;
