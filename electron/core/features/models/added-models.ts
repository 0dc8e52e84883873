/** The models that a person added: folders in the data folder, each with its networks and what they are. */

import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OwnModelView } from '../../../../shared/contract/models.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { type OwnModelId, ownModelId } from '../../../../shared/domain/models.ts';
import {
  ADDED_FILE,
  type AddedModel,
  addedModel,
  folderOfModel,
  networkFile,
  OWN_MODELS_FOLDER,
} from '../../../../shared/domain/own-models/description.ts';
import type { Engine } from '../../engine/library-engine.ts';
import type { DeskPorts } from '../../ports.ts';
import { OWN_MODELS } from './strings.ts';

export interface AddedModels {
  /** By name. */
  list(): Promise<OwnModelView[]>;
  /**
   * @param file absolute path of a description, or of a network
   * @param description absolute; beside the network, under the same name, if absent
   * @throws CleartakeError ownModelUnusable with what is wrong; diskFull and others of the disk
   */
  add(file: string, description?: string): Promise<OwnModelView>;
  /** @throws CleartakeError notFound */
  remove(id: OwnModelId): Promise<void>;
}

export function createAddedModels(
  dataDirectory: string,
  { engine, ports }: { readonly engine: Engine; readonly ports: Pick<DeskPorts, 'clock' | 'files'> },
): AddedModels {
  const directory = path.join(dataDirectory, OWN_MODELS_FOLDER);

  async function list(): Promise<OwnModelView[]> {
    const names = await readdir(directory).catch(() => []);
    const found = await Promise.all(names.map((name) => readModel(path.join(directory, name))));
    return found
      .flatMap((model) => (model === null ? [] : [viewOf(model)]))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  return {
    list,
    add: async (file, given) => {
      const isNetwork = path.extname(file).toLowerCase() === '.onnx';
      const description = given ?? (isNetwork ? `${file.slice(0, -'.onnx'.length)}.json` : file);
      const folder = path.dirname(file);
      const checked = await engine.request('checkModel', { path: description, folder });
      const { files, ...facts } = checked;
      const { name } = facts.description;
      const id = ownModelId(name, facts.hash);
      const there = await list();
      const same = there.find((one) => one.id === id);
      if (same !== undefined) return same;
      if (there.some((one) => one.name.toLowerCase() === name.toLowerCase()))
        throw new CleartakeError('ownModelUnusable', { parts: OWN_MODELS.nameTaken(name) });
      const target = path.join(directory, folderOfModel(id));
      if (there.some((one) => folderOfModel(one.id) === folderOfModel(id)))
        throw new CleartakeError('ownModelUnusable', { parts: OWN_MODELS.sameUnderOtherName });
      await ports.files.makeFolder(target);
      for (const [at, network] of files.entries()) {
        const place = path.join(target, networkFile(at));
        await ports.files.copy(network, `${place}.part`);
        await ports.files.commit(`${place}.part`, place);
      }
      // Written last: without it there is no model.
      const model: AddedModel = { ...facts, addedAt: ports.clock.now() };
      const place = path.join(target, ADDED_FILE);
      await writeFile(`${place}.part`, JSON.stringify(model));
      await ports.files.commit(`${place}.part`, place);
      return viewOf(model);
    },
    remove: async (id) => {
      if (!(await list()).some((one) => one.id === id)) throw new CleartakeError('notFound', { detail: 'model' });
      const folder = path.join(directory, folderOfModel(id));
      // First what makes it a model.
      await rm(path.join(folder, ADDED_FILE), { force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function readModel(folder: string): Promise<AddedModel | null> {
  try {
    return addedModel.parse(JSON.parse(await readFile(path.join(folder, ADDED_FILE), 'utf8')));
  } catch {
    return null;
  }
}

function viewOf({ addedAt, cost, description, hash }: AddedModel): OwnModelView {
  const { about, name, sampleRate } = description;
  return { id: ownModelId(name, hash), name, about, sampleRate, cost, addedAt };
}
