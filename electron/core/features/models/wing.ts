/** Opens the wing of the person's own models. */

import type { Ground } from '../../calls/ground.ts';
import type { PathChecks } from '../../calls/path-policy.ts';
import { os } from '../../calls/router.ts';
import { createAddedModels } from './added-models.ts';

export function openModelsWing({ engine, ports, settings }: Ground) {
  const models = createAddedModels(settings.dataDirectory, { engine, ports });
  return {
    handlers: ({ requireArchive }: PathChecks) => ({
      models: {
        list: os.models.list.handler(() => models.list()),
        add: os.models.add.handler(({ input: { description, file } }) => {
          requireArchive(file);
          if (description !== undefined) requireArchive(description);
          return models.add(file, description);
        }),
        remove: os.models.remove.handler(({ input }) => models.remove(input.id)),
      },
    }),
  };
}
