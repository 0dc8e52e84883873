/** The fake desk's own models: what is added is always good. */

import type { OwnModelView } from '../../../shared/contract/models.ts';
import { ownModelId } from '../../../shared/domain/models.ts';
import type { FakeState } from './fake-state.ts';
import { type Os, refuse } from './refuse.ts';

/** A model as the real desk would show it after it was added. */
export function fakeModel(name: string, about = 'Reduces noise'): OwnModelView {
  const id = ownModelId(name, name.length.toString(16).padStart(8, '0'));
  return { id, name, about, sampleRate: 16_000, cost: 0.08, addedAt: 1 };
}

export function modelHandlers(os: Os, fake: FakeState) {
  return {
    list: os.models.list.handler(() => [...fake.models]),
    add: os.models.add.handler(({ input }) => {
      if (fake.models.length > 3) throw refuse('ownModelUnusable');
      const file = input.file.split('/').at(-1) ?? '';
      const added = fakeModel(file.replace(/\.\w+$/, ''));
      fake.models = [...fake.models, added];
      return added;
    }),
    remove: os.models.remove.handler(({ input }) => {
      fake.models = fake.models.filter(({ id }) => id !== input.id);
    }),
  };
}
