/** What is said of a recording that is done: in a row, on hovering, and in the inspector. */

import type { GenerationView, JobView } from '../../../../../shared/contract/views.ts';
import { levelSentence, voicesWords } from '../../../../../shared/domain/export/left-out-words.ts';
import { changeWords } from '../../../../../shared/domain/quality/outcome.ts';
import { isReused } from '../../../../components/jobs/job-words.ts';
import { REUSED } from '../../../../components/jobs/strings.ts';
import { STAGE } from '../../strings.ts';

/** What the results changed, and what is particular about them. What isn't as it was asked for comes first: the end may be cut off. */
export function doneWords(job: JobView): string {
  return [
    ...(isReused(job) ? [REUSED.word] : []),
    ...(otherTypes(job) === undefined ? [] : [STAGE.otherType]),
    ...new Set(job.generations.flatMap(({ exportFigures }) => peaksWords(exportFigures))),
    ...(job.changes === null ? [] : [changeWords(job.changes)]),
    ...new Set(job.generations.flatMap(({ exportFigures }) => exportFigures?.voices ?? []).map(voicesWords)),
  ].join(' · ');
}

/** With the reasons. */
export function wholeWords(job: JobView): string {
  return [doneWords(job), otherTypes(job) ?? ''].filter((words) => words !== '').join('\n');
}

/** `−16.4 LUFS instead of −16.0: peaks limited`; nothing where the target is met. */
function peaksWords(figures: GenerationView['exportFigures']): string[] {
  const sentence = figures?.limited === true ? levelSentence(figures) : null;
  return sentence === null ? [] : [sentence.replace(/\.$/, '')];
}

/** Which results came in another type than the wanted one, and why. */
function otherTypes({ generations }: JobView): string | undefined {
  const reasons = generations.flatMap(({ otherType }) => otherType ?? []);
  return reasons.length === 0 ? undefined : reasons.join(' ');
}
