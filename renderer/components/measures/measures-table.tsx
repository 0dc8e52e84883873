/** The measures of all takes, one column each, in words, and what the selected result changed. */

import type { MeasuresView, TakeView } from '../../../shared/contract/views.ts';
import { modelOf } from '../../../shared/domain/models.ts';
import { LEAST_NOISE, noiseLowered } from '../../../shared/domain/quality/outcome.ts';
import { formatDuration } from '../../../shared/domain/units.ts';
import classes from './measures.module.css';
import { MEASURE_CHANGES, MEASURE_WORDS, percent } from './strings.ts';

/** More lost speech than this counts as worse: a word in a minute. */
const NOTICED_LOSS = 0.001;

const MEASURE_ROWS: readonly MeasureRow[] = [
  { label: MEASURE_WORDS.loudness, words: ({ loudness }) => figure(loudness) },
  { label: MEASURE_WORDS.range, words: ({ loudnessRange }) => figure(loudnessRange) },
  { label: MEASURE_WORDS.peak, words: ({ truePeak }) => figure(truePeak) },
  { label: MEASURE_WORDS.speech, words: ({ speechLevel }) => figure(speechLevel) },
  {
    label: MEASURE_WORDS.noise,
    words: ({ noiseFloor }) => figure(noiseFloor),
    gain: (before, after) => noiseLowered(before, after) / LEAST_NOISE,
  },
  {
    label: MEASURE_WORDS.ratio,
    words: ({ signalToNoise }) => figure(signalToNoise),
    gain: (before, after) => difference(after.signalToNoise, before.signalToNoise) / 3,
  },
  {
    label: MEASURE_WORDS.worstMinute,
    words: ({ worstMinute }, { sampleRate }) =>
      worstMinute === null ? null : formatDuration(worstMinute.fromFrame / sampleRate),
  },
  {
    label: MEASURE_WORDS.lostSpeech,
    words: ({ lostSpeech }) => (lostSpeech === undefined ? null : percent(lostSpeech)),
    gain: (_, { lostSpeech = 0 }) => -lostSpeech / NOTICED_LOSS,
  },
  {
    label: MEASURE_WORDS.clipping,
    words: ({ clippedSamples }) => (clippedSamples === 0 ? null : clippedSamples.toLocaleString('en')),
    nothing: '0',
    gain: (before, after) => before.clippedSamples - after.clippedSamples,
  },
  {
    label: MEASURE_WORDS.hum,
    words: ({ hum }) => (hum === null ? null : `${Math.round(hum.frequency)} Hz`),
    nothing: MEASURE_WORDS.none,
    gain: (before, after) => Number(before.hum !== null) - Number(after.hum !== null),
  },
  {
    label: MEASURE_WORDS.reverb,
    words: ({ decayTime }) => (decayTime === null ? null : decayTime.toFixed(2)),
    gain: (before, after) => difference(before.decayTime, after.decayTime) / 0.1,
  },
  {
    label: MEASURE_WORDS.bandwidth,
    words: ({ bandwidth }) => (bandwidth === null ? null : (bandwidth / 1000).toFixed(1)),
  },
];

interface MeasuresTableProps {
  readonly takes: readonly TakeView[];
  /** Index of the audible take. */
  readonly active: number;
}

/** Hidden until something was measured. */
export function MeasuresTable({ takes, active }: MeasuresTableProps) {
  const measured = takes.filter((take) => take.measures !== null);
  const [original] = takes;
  if (original === undefined || measured.length === 0) return null;
  const rows = MEASURE_ROWS.filter(({ words }) =>
    measured.some((take) => take.measures !== null && words(take.measures, take) !== null),
  );
  const heard = takes[active]?.kind === 'result' ? takes[active] : takes.find(({ kind }) => kind === 'result');
  return (
    <section aria-label={MEASURE_WORDS.title}>
      <h2 className={classes.title}>{MEASURE_WORDS.title}</h2>
      {heard !== undefined && <Changes original={original} take={heard} />}
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            {takes.map((take) => (
              <th key={take.id} scope="col" data-active={take === takes[active]}>
                <span className="visually-hidden">{take.label}</span>
                <span aria-hidden="true">{take.model === null ? take.label : modelOf(take.model).shortLabel}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label[0]}>
              <th scope="row" title={row.label[1]}>
                {row.label[0]}
              </th>
              {takes.map((take) => (
                <td key={take.id} data-change={changeOf(row, original, take)}>
                  {(take.measures === null ? null : (row.words(take.measures, take) ?? row.nothing)) ??
                    MEASURE_WORDS.unknown}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Changes({ original, take }: { original: TakeView; take: TakeView }) {
  if (original.measures === null || take.measures === null) return null;
  const said = changesOf(original.measures, take.measures);
  return (
    <ul className={classes.changes} aria-label={MEASURE_WORDS.changed(take.label)}>
      {said.length === 0 && <li>{MEASURE_WORDS.unchanged}</li>}
      {take.measures.lostSpeech === 0 && <li>{MEASURE_CHANGES.noSpeechLost}</li>}
      {said.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** Colored only where a listener would notice. */
function changeOf({ gain }: MeasureRow, original: TakeView, take: TakeView): 'better' | 'worse' | undefined {
  const before: MeasuresView | null = original.measures;
  if (gain === undefined || take === original || before === null || take.measures === null) return undefined;
  const steps = gain(before, take.measures);
  if (Math.abs(steps) < 1) return undefined;
  return steps > 0 ? 'better' : 'worse';
}

interface MeasureRow {
  /** Its name with the unit, and what it means with its standard: shown on hover. */
  readonly label: readonly [name: string, meaning: string];
  /** Null where nothing was measured or found: a row of nothing is left out. */
  readonly words: (measures: MeasuresView, take: TakeView) => string | null;
  /** Instead of a dash, where another take has something. */
  readonly nothing?: string;
  /** How much better the second is than the first, in steps that can be heard; below 0 it is worse. Missing where neither is better. */
  readonly gain?: (before: MeasuresView, after: MeasuresView) => number;
}

/** What a result changed, in sentences: only what can be heard. */
function changesOf(before: MeasuresView, after: MeasuresView): string[] {
  const said: string[] = [];
  if (after.lostSpeech !== undefined && after.lostSpeech > 0) said.push(MEASURE_CHANGES.lostSpeech(after.lostSpeech));
  const quieter = noiseLowered(before, after);
  if (Math.abs(quieter) >= LEAST_NOISE) said.push(MEASURE_CHANGES.noise(Math.abs(quieter), quieter > 0));
  const clearer = difference(after.signalToNoise, before.signalToNoise);
  if (Math.abs(clearer) >= 3) said.push(MEASURE_CHANGES.speech(Math.abs(clearer), clearer > 0));
  const drier = difference(before.decayTime, after.decayTime);
  if (Math.abs(drier) >= 0.1) said.push(MEASURE_CHANGES.room(Math.abs(drier), drier > 0));
  if (before.hum !== null && after.hum === null) said.push(MEASURE_CHANGES.humGone(before.hum.frequency));
  if (before.clippedSamples > 0 && after.clippedSamples < before.clippedSamples) {
    said.push(MEASURE_CHANGES.clipping(before.clippedSamples - after.clippedSamples));
  }
  const lost = (before.bandwidth ?? 0) - (after.bandwidth ?? 0);
  if (before.bandwidth !== null && after.bandwidth !== null && lost >= 2000)
    said.push(MEASURE_CHANGES.bandwidth(after.bandwidth, before.bandwidth));
  return said;
}

/** 0 where one is unknown. */
function difference(one: number | null, other: number | null): number {
  return one === null || other === null ? 0 : one - other;
}

function figure(value: number | null): string | null {
  return value === null ? null : value.toFixed(1).replace('-', '−');
}
