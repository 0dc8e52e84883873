/** Handlers of the listening group for outputs: preview or save one, export those of whole jobs. */

import type { LimitedPreviewEvent, SavingEvent } from '../../../../shared/contract/listening/listening.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { PathChecks } from '../../calls/path-policy.ts';
import { os } from '../../calls/router.ts';
import { exportJobs } from '../../library/export/deliver.ts';
import type { LimitedPreviews } from '../../library/export/limited-previews.ts';
import type { Previews } from '../../library/export/previews.ts';
import { type SaveWithPorts, saveWith } from '../../library/export/save-with.ts';
import { generationOf } from '../../library/take-ids.ts';
import type { DeskPorts } from '../../ports.ts';

/** How often a page hears how far a saved file is. */
const REPORT_MS = 250;

export interface ExportingPorts extends SaveWithPorts, Pick<DeskPorts, 'clock'> {
  readonly limitedPreviews: LimitedPreviews;
  readonly previews: Previews;
}

export function exportingHandlers(ports: ExportingPorts, { requireOutput }: PathChecks) {
  const { clock, limitedPreviews, previews, saver } = ports;
  return {
    preview: os.listening.preview.handler(({ input, signal }) =>
      previews.ask(generationOf(input.takeId), input.strength, signal),
    ),
    limitedPreview: os.listening.limitedPreview.handler(async function* ({
      input,
      signal,
    }): AsyncGenerator<LimitedPreviewEvent, void> {
      const stop = new AbortController();
      const cancel = () => stop.abort(new CleartakeError('cancelled'));
      signal?.addEventListener('abort', cancel, { once: true });
      let fraction = 0;
      const onProgress = (done: number) => {
        fraction = done;
      };
      try {
        const making = limitedPreviews.make(generationOf(input.takeId), input.settings, onProgress, stop.signal);
        making.catch(() => undefined);
        while (!stop.signal.aborted) {
          const made = await Promise.race([making, clock.sleep(REPORT_MS)]);
          yield { fraction, made: made === undefined ? null : { id: made.id, figures: made.figures } };
          if (made !== undefined) return;
        }
      } finally {
        cancel();
      }
    }),
    save: os.listening.save.handler(async function* ({ input, signal }): AsyncGenerator<SavingEvent, void> {
      const { settings, takeId } = input;
      const saving =
        settings === undefined
          ? saver.save(generationOf(takeId))
          : await saveWith(ports, generationOf(takeId), settings);
      try {
        while (signal?.aborted !== true) {
          const file = await Promise.race([saving.file, clock.sleep(REPORT_MS)]);
          yield {
            fraction: saving.fraction(),
            fileName: file?.fileName ?? null,
            deliveredTo: file?.deliveredTo ?? null,
          };
          if (file !== undefined) return;
        }
      } finally {
        saving.leave();
      }
    }),
    export: os.listening.export.handler(({ input, signal }) => {
      requireOutput(input);
      return exportJobs(ports, input, signal);
    }),
  };
}
