/** Reads a person's own model: as it is brought, a description with its networks beside it, or as it was added. */

import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import {
  ADDED_FILE,
  addedModel,
  networkFile,
  type OwnModelDescription,
  ownModelDescription,
} from '../../../../shared/domain/own-models/description.ts';
import { unusable } from './networks.ts';
import { OWN_MODEL } from './strings.ts';

export interface LoadedModel {
  readonly description: OwnModelDescription;
  /** Of the networks, in their order. */
  readonly bytes: readonly Uint8Array[];
}

/** Larger networks would neither be fast nor small here. */
const MOST_MEGABYTES = 512;

/**
 * @param file the description, absolute
 * @param folder of the networks, absolute
 * @throws CleartakeError ownModelUnusable, which says what is wrong
 */
export async function readBroughtModel(
  file: string,
  folder: string,
): Promise<LoadedModel & { readonly files: readonly string[] }> {
  const name = path.basename(file);
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw unusable(OWN_MODEL.noDescription(name), cause);
  });
  const { data: description, error } = ownModelDescription.safeParse(parsed(text, name));
  if (description === undefined) {
    const [issue] = error.issues;
    throw unusable(OWN_MODEL.invalid(name, issue?.path.join('.') ?? '', sentencePart(issue?.message ?? 'it is empty')));
  }
  const files = description.networks.map((network) => path.join(folder, network.file));
  const bytes: Uint8Array[] = [];
  for (const network of files) {
    const label = path.basename(network);
    const size = await stat(network).then(
      (facts) => facts.size,
      () => null,
    );
    if (size === null) throw unusable(OWN_MODEL.noNetwork(label));
    if (size > MOST_MEGABYTES * 1e6) throw unusable(OWN_MODEL.tooLarge(label, MOST_MEGABYTES));
    bytes.push(await readFile(network));
  }
  return { description, bytes, files };
}

/**
 * @param folder of a model that was added
 * @throws CleartakeError ownModelGone when it is not there as it was added
 */
export async function readAddedModel(folder: string): Promise<LoadedModel> {
  try {
    const { description, hash } = addedModel.parse(JSON.parse(await readFile(path.join(folder, ADDED_FILE), 'utf8')));
    const bytes = await Promise.all(description.networks.map((_, at) => readFile(path.join(folder, networkFile(at)))));
    if (hashOf({ description, bytes }) !== hash) throw new TypeError('its files were changed');
    return { description, bytes };
  } catch (cause) {
    throw new CleartakeError('ownModelGone', { cause, detail: path.basename(folder) });
  }
}

/** SHA-256 of all that decides what a model makes of a recording, in hexadecimal: neither its name nor its files' names do. */
export function hashOf({ bytes, description }: LoadedModel): string {
  const { about: _, name: __, networks, ...rest } = description;
  const hash = createHash('sha256').update(JSON.stringify([rest, networks.map(({ file: ___, ...others }) => others)]));
  for (const network of bytes) hash.update(network);
  return hash.digest('hex');
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unusable(OWN_MODEL.notJson(name), cause);
  }
}

/** Zod's messages are sentences of their own. */
function sentencePart(message: string): string {
  return message.replace(/^[A-Z]/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
}
