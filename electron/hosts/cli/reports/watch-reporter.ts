/** What `watch` prints: a line for each recording that ends, and for each folder that goes, comes back or needs the person. */

import type { JobView } from '../../../../shared/contract/views.ts';
import type { WatchFolderView } from '../../../../shared/contract/watch-folders.ts';
import { textOf } from '../../../../shared/domain/errors.ts';
import { isFinal } from '../../../../shared/domain/job-state.ts';
import { countOf } from '../../../../shared/domain/units.ts';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import { print, say } from '../output/printer.ts';
import { outputsOf } from './job-words.ts';
import { createLineReporter } from './line-reporter.ts';
import { createJsonReporter } from './reporter.ts';

const STATE_LINES = {
  watching: (folder: string) => `Watching ${folder}`,
  'not-there': (folder: string) => `${folder} isn’t there now. Cleartake watches it again once it is back.`,
};

type FolderState = WatchFolderView['state'];

export interface WatchReporter {
  begin(folders: readonly string[]): void;
  state(folder: string, state: FolderState): void;
  job(job: JobView): void;
  end(): ExitStatus;
}

export function createWatchReporter(asJson: boolean): WatchReporter {
  const states = new Map<string, string>();
  const json = createJsonReporter();
  const lines = createLineReporter(say);
  /** How each recording ended last: one that failed may be followed to its new place and restored. */
  const ends = new Map<string, string>();
  /** Recordings that only the person can continue. */
  const waiting = new Set<string>();

  function report(fields: { readonly event: string; readonly [field: string]: unknown }, line: string): void {
    if (asJson) json.note(fields, line);
    else say(line);
  }

  return {
    begin(folders) {
      for (const folder of folders) {
        states.set(folder, states.get(folder) ?? 'watching');
        report({ event: 'watching', folder }, STATE_LINES.watching(folder));
      }
    },
    state(folder, state) {
      const words = state.kind === 'problem' ? textOf(state.message, 'terminal') : state.kind;
      const before = states.get(folder);
      states.set(folder, words);
      if (before === undefined ? words === 'watching' : before === words) return;
      const line = state.kind === 'problem' ? words : STATE_LINES[state.kind](folder);
      report({ event: state.kind, folder, ...(state.kind === 'problem' ? { message: words } : {}) }, line);
    },
    job(job) {
      if (isFinal(job.state)) ends.set(job.id, job.state.kind);
      else ends.delete(job.id);
      if (waitsForPerson(job.state)) waiting.add(job.id);
      else waiting.delete(job.id);
      if (asJson) {
        json.job(job);
        return;
      }
      if (isFinal(job.state) || job.state.kind === 'waiting') lines.job(job);
      for (const output of job.state.kind === 'done' ? outputsOf(job) : []) print(output);
    },
    end() {
      lines.end();
      const restored = [...ends.values()].filter((kind) => kind === 'done').length;
      const failed = ends.size - restored;
      report(
        { event: 'stopped', restored, failed },
        `Stopped. ${countOf(restored, 'recording')} restored${failed === 0 ? '' : `, ${failed} failed`}; what is unfinished continues when you watch the folder again.`,
      );
      if (waiting.size > 0) return EXIT.needsPerson;
      return failed === 0 ? EXIT.done : EXIT.failed;
    },
  };
}

/** For billing, a key, a cap or an answer: no time ends it. */
function waitsForPerson(state: JobView['state']): boolean {
  return state.kind === 'needs-you' || (state.kind === 'waiting' && state.until === null);
}
