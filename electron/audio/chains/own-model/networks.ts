/** A person's own networks, opened and compared with what their description says of them. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { OwnModelDescription, OwnNetwork } from '../../../../shared/domain/own-models/description.ts';
import { loadOnnxRuntime, type Session, type Tensor, type TensorFacts } from './onnx-runtime.ts';
import { OWN_MODEL } from './strings.ts';

/** What a channel keeps between two frames: a map for each network. */
export type States = readonly Map<string, Tensor>[];

export interface OpenNetworks {
  /** All zeros. */
  newStates(): States;
  /** Runs one network on a frame. @param values as its description shapes them; what it returns may be kept */
  run(index: number, values: Float32Array, states: States): Promise<Float32Array>;
  close(): Promise<void>;
}

/**
 * @param bytes of the files, in the order of the description
 * @throws CleartakeError ownModelUnusable, which says what doesn't fit
 */
export async function openNetworks(
  { networks }: OwnModelDescription,
  bytes: readonly Uint8Array[],
): Promise<OpenNetworks> {
  const { InferenceSession, Tensor } = await loadOnnxRuntime();
  const filled = (shape: readonly number[], value = 0) =>
    new Tensor('float32', new Float32Array(sizeOf(shape)).fill(value), shape);
  const sessions: Session[] = [];
  const close = async () => {
    for (const session of sessions) await session.release();
  };
  try {
    for (const [index, network] of networks.entries()) {
      const session = await InferenceSession.create(bytes[index] as Uint8Array).catch((cause: unknown) => {
        throw unusable(OWN_MODEL.unreadable(network.file), cause);
      });
      sessions.push(session);
      requireFit(network, session);
    }
  } catch (failure) {
    await close();
    throw failure;
  }
  const constants = networks.map(({ constants: some }) =>
    Object.fromEntries(some.map(({ name, shape, value }) => [name, filled(shape, value)])),
  );
  return {
    newStates: () => networks.map(({ states }) => new Map(states.map(({ input, shape }) => [input, filled(shape)]))),
    run: async (index, values, all) => {
      const { file, input, output, states } = networks[index] as OwnNetwork;
      const kept = all[index] as Map<string, Tensor>;
      const given = new Tensor('float32', values, input.shape);
      const feeds = { ...constants[index], ...Object.fromEntries(kept), [input.name]: given };
      const made = await (sessions[index] as Session).run(feeds).catch((cause: unknown) => {
        throw unusable(OWN_MODEL.failed(file), cause);
      });
      for (const state of states) kept.set(state.input, ofShape(file, state.output, state.shape, made));
      return ofShape(file, output.name, output.shape, made).data;
    },
    close,
  };
}

/** An output; its graph may leave its shape open until it runs. */
function ofShape(file: string, name: string, shape: readonly number[], made: Readonly<Record<string, Tensor>>): Tensor {
  const tensor = made[name] as Tensor;
  if (tensor.data.length !== sizeOf(shape)) throw unusable(OWN_MODEL.otherShape(file, name, shape, tensor.dims));
  return tensor;
}

/** Compares a description with its graph. */
function requireFit({ constants, file, input, output, states }: OwnNetwork, session: Session): void {
  const given = [input, ...states.map(({ input: name, shape }) => ({ name, shape })), ...constants];
  const made = [output, ...states.map(({ output: name, shape }) => ({ name, shape }))];
  for (const port of given) requirePort(file, 'input', port, session.inputMetadata);
  for (const port of made) requirePort(file, 'output', port, session.outputMetadata);
  const other = session.inputMetadata.find(({ name }) => !given.some((port) => port.name === name));
  if (other !== undefined) throw unusable(OWN_MODEL.undescribed(file, other.name));
}

function requirePort(
  file: string,
  side: 'input' | 'output',
  { name, shape }: { readonly name: string; readonly shape: readonly number[] },
  all: readonly TensorFacts[],
): void {
  const facts = all.find((one) => one.name === name);
  const names = all.map((one) => one.name);
  if (facts === undefined) throw unusable(OWN_MODEL.missing(file, side, name, names));
  const { type = 'unknown', shape: is } = facts;
  if (type !== 'float32') throw unusable(OWN_MODEL.notFloat(file, name, type));
  // A graph that says nothing of an output's shape is believed until it runs.
  if (is === undefined || (side === 'output' && is.length === 0)) return;
  const fits = is.length === shape.length && is.every((size, at) => typeof size !== 'number' || size === shape[at]);
  if (!fits) throw unusable(OWN_MODEL.otherShape(file, name, shape, is));
}

export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}

export function unusable(parts: ReturnType<typeof OWN_MODEL.failed>, cause?: unknown): CleartakeError {
  return new CleartakeError('ownModelUnusable', {
    parts,
    ...(cause === undefined ? {} : { cause, detail: String(cause) }),
  });
}
