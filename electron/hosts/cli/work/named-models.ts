/** The models that `--model` names: those of the service by their ids, a person's own by their names. */

import type { OwnModelView } from '../../../../shared/contract/models.ts';
import { isServiceModel, MODEL_IDS, type ModelId } from '../../../../shared/domain/models.ts';
import { unknownName } from '../access/named.ts';

/** @throws UsageError */
export function namedModels(names: readonly string[], own: readonly OwnModelView[]): readonly ModelId[] {
  return names.map((name) => (isServiceModel(name) ? name : namedModel(name, own).id));
}

/** By name, whatever its case, or by id. @throws UsageError */
export function namedModel(wanted: string, own: readonly OwnModelView[]): OwnModelView {
  const found = own.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase());
  if (found === undefined) throw unknownName(unknownModel, wanted, [...MODEL_IDS.map((name) => ({ name })), ...own]);
  return found;
}

function unknownModel(name: string, names: readonly string[]): string {
  return `There is no model called “${name}”. Models: ${names.join(', ')}.`;
}
