/** Handlers of the outputs group: what Save as… would write, writing it, and taking it back. */

import type { SaveAsEvent, SavedOutput } from '../../../../shared/contract/outputs.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { PathChecks } from '../../calls/path-policy.ts';
import { os } from '../../calls/router.ts';
import { previewSaveAs } from '../../library/save-as/preview.ts';
import { createSaveAs, type SaveAsPorts } from '../../library/save-as/save-as.ts';
import type { DeskPorts } from '../../ports.ts';

/** How often a page hears how far it is. */
const REPORT_MS = 250;

type Ports = Omit<SaveAsPorts, 'now'> & Pick<DeskPorts, 'clock' | 'newId'>;

export function saveAsHandlers({ clock, newId, ...rest }: Ports, { requireOutput }: PathChecks) {
  const ports: SaveAsPorts = { ...rest, now: () => clock.now() };
  const saveAs = createSaveAs(ports);
  return {
    preview: os.outputs.preview.handler(({ input }) => previewSaveAs(ports, input)),
    save: os.outputs.save.handler(async function* ({ input, signal }): AsyncGenerator<SaveAsEvent, void> {
      requireOutput(input.settings);
      requireOutput(input.changes);
      const saveId = newId();
      const stop = new AbortController();
      const cancel = () => stop.abort(new CleartakeError('cancelled'));
      signal?.addEventListener('abort', cancel, { once: true });
      const made: SavedOutput[] = [];
      let progress = { done: 0, of: 0, fraction: 0 };
      const listener = {
        onOutput: (output: SavedOutput) => made.push(output),
        onProgress(done: number, of: number, fraction: number) {
          progress = { done, of, fraction };
        },
      };
      const saving = saveAs.save(saveId, input, listener, stop.signal).then(() => true as const);
      saving.catch(() => undefined);
      try {
        while (!stop.signal.aborted) {
          const isOver = await Promise.race([saving, clock.sleep(REPORT_MS)]);
          yield { saveId, ...progress, outputs: made.splice(0) };
          if (isOver === true) return;
        }
      } finally {
        cancel();
      }
    }),
    undo: os.outputs.undo.handler(({ input }) => saveAs.undo(input.saveId, input.jobIds)),
  };
}
