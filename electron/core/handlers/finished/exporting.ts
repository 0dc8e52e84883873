/** Handlers of the listening group that make outputs: save one, export those of whole jobs. */

import type { SavingEvent } from '../../../../shared/contract/listening.ts';
import { exportJobs } from '../../library/export/deliver.ts';
import type { CheckPort, RenderPorts } from '../../library/export/rendered-export.ts';
import type { Saver } from '../../library/export/saving.ts';
import type { DeskPorts } from '../../ports.ts';
import type { PathChecks } from '../path-policy.ts';
import { os, refusing } from '../router.ts';
import { generationOf } from './listening.ts';

/** How often a page hears how far a saved file is. */
const TELL_MS = 250;

export interface ExportingPorts extends RenderPorts, CheckPort, Pick<DeskPorts, 'clock'> {
  readonly saver: Saver;
}

export function exportingHandlers(ports: ExportingPorts, { requireOutput }: PathChecks) {
  const { clock, saver } = ports;
  return {
    save: os.listening.save.handler(async function* ({ input, errors, signal }): AsyncGenerator<SavingEvent, void> {
      const saving = await refusing(errors, () => saver.save(generationOf(input.takeId)));
      try {
        while (signal?.aborted !== true) {
          const file = await refusing(errors, () => Promise.race([saving.file, clock.sleep(TELL_MS)]));
          yield { fraction: saving.fraction(), fileName: file?.fileName ?? null };
          if (file !== undefined) return;
        }
      } finally {
        saving.leave();
      }
    }),
    export: os.listening.export.handler(({ input, errors, signal }) =>
      refusing(errors, () => {
        requireOutput(input);
        return exportJobs(ports, input, signal);
      }),
    ),
  };
}
