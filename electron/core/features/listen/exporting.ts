/** Handlers of the listening group for outputs: preview or save one. */

import type { LimitedPreviewEvent, SavingEvent } from '../../../../shared/contract/listening/listening.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { os } from '../../calls/router.ts';
import type { LimitedPreviews } from '../../library/export/limited-previews.ts';
import type { Previews } from '../../library/export/previews.ts';
import type { Saver } from '../../library/export/saving.ts';
import { generationOf } from '../../library/take-ids.ts';
import type { DeskPorts } from '../../ports.ts';

/** How often a page hears how far a saved file is. */
const REPORT_MS = 250;

export interface ExportingPorts extends Pick<DeskPorts, 'clock'> {
  readonly limitedPreviews: LimitedPreviews;
  readonly previews: Previews;
  readonly saver: Saver;
}

export function exportingHandlers({ clock, limitedPreviews, previews, saver }: ExportingPorts) {
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
      const saving = saver.save(generationOf(input.takeId));
      try {
        while (signal?.aborted !== true) {
          const file = await Promise.race([saving.file, clock.sleep(REPORT_MS)]);
          yield { fraction: saving.fraction(), fileName: file?.fileName ?? null };
          if (file !== undefined) return;
        }
      } finally {
        saving.leave();
      }
    }),
  };
}
