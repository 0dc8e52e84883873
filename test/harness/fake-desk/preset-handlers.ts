/** The presets' calls on the fake desk: the real presets, over settings in memory. */

import { createPresets } from '../../../electron/core/library/presets/presets.ts';
import type { PresetsView } from '../../../shared/contract/queue/presets.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { createEventHub } from './event-hub.ts';
import { type Os, refuseAs } from './refuse.ts';

/** Folders of imported presets are never there. */
export function makePresets() {
  const values = new Map<string, unknown>();
  const store = {
    settings: {
      get: (name: string) => values.get(name),
      set: (name: string, value: unknown) => values.set(name, value),
    },
    transaction: (work: () => void) => work(),
    jobs: { notStarted: () => [] },
  };
  let count = 0;
  const newId = () => {
    count += 1;
    return `preset-${count}`;
  };
  return createPresets({ newId }, store as never);
}

export function presetHandlers(os: Os, presets: ReturnType<typeof makePresets>) {
  const hub = createEventHub<PresetsView>();
  presets.watch(hub.publish);
  async function refusing<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (failure) {
      throw failure instanceof CleartakeError ? refuseAs(failure) : failure;
    }
  }
  const { presets: group } = os;
  return {
    list: group.list.handler(() => presets.view()),
    watch: group.watch.handler(({ signal }) => hub.subscribe(presets.view, signal)),
    choose: group.choose.handler(({ input }) => refusing(() => presets.choose(input.id))),
    save: group.save.handler(({ input }) => refusing(() => presets.save(input))),
    remove: group.remove.handler(({ input }) => refusing(() => presets.remove(input.id))),
    setDefault: group.setDefault.handler(({ input }) => refusing(() => presets.setDefault(input.id))),
    import: group.import.handler(({ input }) =>
      refusing(() => presets.import(input.text, { hasFolder: async () => false, mayTakePart: () => false })),
    ),
  };
}
