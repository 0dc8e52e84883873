/**
 * The integrity check on good results of both models and on results with faults made on purpose. Results are checked as they are and as
 * MP3, Opus or M4A. Every third recording is one side of a stereo recording, too, whose channels are exchanged, mixed or silenced. Recordings of one's own are added from the folder that CLEARTAKE_RECORDINGS names.
 */

import path from 'node:path';
import { createEngine } from '../../electron/audio/engine.ts';
import { findingTitle } from '../../shared/domain/integrity/strings.ts';
import { MODEL_IDS } from '../../shared/domain/models.ts';
import { decode, ffmpeg } from '../fixtures/audio/media.ts';
import { writeWav } from '../fixtures/audio/signals.ts';
import { type Item, MATERIAL_RATE, makeMaterial, readOwnRecordings } from '../fixtures/quality/material.ts';
import { checkIntegrity } from '../harness/audio/check-integrity.ts';
import {
  CHANNEL_FAULT_KINDS,
  FAULT_KINDS,
  type Fault,
  isFound,
  makeChannelFault,
  makeFault,
} from '../harness/audio/made-faults.ts';
import type { Bench, BenchResult } from './bench.ts';

const FAULTS = 200;
/** Every so many recordings, one is stereo. */
const STEREO_EVERY = 3;
/** By how much the other speaker is ahead. */
const TURN_SECONDS = 3.3;
/** What a microphone hears of the other speaker. */
const LEAK = 0.08;
/** Seconds of the recordings on which the time of the check is measured besides the clips. */
const LONG_SECONDS = 120;
const LOSSY = ['mp3', 'opus', 'm4a'] as const;
const MOST_FALSE_ALARMS = 0.02;
const LEAST_FOUND = 0.98;

interface Counts {
  good: number;
  falseAlarms: number;
  faults: number;
  found: number;
  restoreMs: number;
  compareMs: number;
}

export const bench: Bench = {
  measures: 'Targets of the integrity check that are missed: false alarms, faults found',
  unit: 'targets',
  target: 0,
  better: 'lower',
  async run(folder): Promise<BenchResult> {
    const items = await makeMaterial(folder, readOwnRecordings(process.env.CLEARTAKE_RECORDINGS));
    const counts: Counts = { good: 0, falseAlarms: 0, faults: 0, found: 0, restoreMs: 0, compareMs: 0 };
    const faults = faultsFor(2 * items.length);
    const engine = createEngine();
    const at = (name: string) => path.join(folder, name);
    for (const [index, item] of items.entries()) {
      writeWav(at('heard.wav'), [item.heard], MATERIAL_RATE);
      for (const [which, model] of MODEL_IDS.entries()) {
        counts.restoreMs += await processorMs(() =>
          engine.restore(
            { input: at('heard.wav'), model, outputs: [{ path: at('good.wav'), format: 'wav' }] },
            () => undefined,
          ),
        );
        const lossy = `good.${LOSSY[(index + which) % LOSSY.length]}`;
        ffmpeg('-i', at('good.wav'), at(lossy));
        for (const file of ['good.wav', lossy]) {
          const checked = await checkIntegrity(engine, folder, at('heard.wav'), at(file));
          if (file === 'good.wav') counts.compareMs += checked.milliseconds;
          counts.good += 1;
          if (checked.findings.length === 0) continue;
          counts.falseAlarms += 1;
          console.log(
            `  false alarm: ${item.name}, ${model}, ${file}: ${checked.findings.map(findingTitle).join('; ')}`,
          );
        }
        const result = decode(at('good.wav'), { channels: 1 }).channels[0] as Float32Array;
        for (const number of faults(2 * index + which)) await tryFault(folder, engine, counts, item, result, number);
      }
      if (index % STEREO_EVERY === 0) {
        const other = inTurn(items[(index + 1) % items.length] as Item);
        await tryStereo(folder, engine, counts, [item, other], index / STEREO_EVERY);
      }
    }
    await tellLongCosts(folder, engine, items[0] as Item);
    return outcomeOf(counts);
  },
};

/** Spreads FAULTS numbers evenly over the results. */
function faultsFor(results: number): (result: number) => readonly number[] {
  return (result) => {
    const from = Math.floor((result * FAULTS) / results);
    const to = Math.floor(((result + 1) * FAULTS) / results);
    return Array.from({ length: to - from }, (_, index) => from + index);
  };
}

async function tryFault(
  folder: string,
  engine: ReturnType<typeof createEngine>,
  counts: Counts,
  { clean, name }: Item,
  result: Float32Array,
  number: number,
): Promise<void> {
  const kind = FAULT_KINDS[number % FAULT_KINDS.length] as Fault['kind'];
  const fault = makeFault(kind, Math.floor(number / FAULT_KINDS.length), clean, result, MATERIAL_RATE);
  if (fault === null) throw new Error(`No place for a fault in ${name}`);
  const file = path.join(folder, 'bad.wav');
  writeWav(file, [fault.samples], MATERIAL_RATE);
  const { comparison, findings } = await checkIntegrity(engine, folder, path.join(folder, 'heard.wav'), file);
  counts.faults += 1;
  if (isFound(fault, findings, comparison)) counts.found += 1;
  else {
    const told = findings.length === 0 ? 'nothing' : JSON.stringify(findings);
    console.log(`  missed: ${kind} ${fault.what} at ${fault.at} in ${name}; found ${told}`);
  }
}

/** The same recording from another place on: every voice of the material says the same. */
function inTurn(item: Item): Item {
  const from = Math.round(TURN_SECONDS * MATERIAL_RATE);
  const turned = (samples: Float32Array) => samples.map((_, i) => samples[(i + from) % samples.length] as number);
  return { ...item, clean: turned(item.clean), heard: turned(item.heard) };
}

/** Two speakers, each before a microphone that hears a little of the other. */
async function tryStereo(
  folder: string,
  engine: ReturnType<typeof createEngine>,
  counts: Counts,
  [one, other]: readonly [Item, Item],
  number: number,
): Promise<void> {
  const at = (name: string) => path.join(folder, name);
  const heard = (own: Item, leaking: Item) =>
    own.heard.map((value, i) => 0.8 * value + LEAK * (leaking.clean[i] as number));
  writeWav(at('stereo.wav'), [heard(one, other), heard(other, one)], MATERIAL_RATE);
  const model = MODEL_IDS[number % MODEL_IDS.length] as (typeof MODEL_IDS)[number];
  await engine.restore(
    { input: at('stereo.wav'), model, outputs: [{ path: at('good.wav'), format: 'wav' }] },
    () => undefined,
  );
  const lossy = `good.${LOSSY[number % LOSSY.length]}`;
  ffmpeg('-i', at('good.wav'), at(lossy));
  for (const file of ['good.wav', lossy]) {
    const { findings } = await checkIntegrity(engine, folder, at('stereo.wav'), at(file));
    counts.good += 1;
    if (findings.length === 0) continue;
    counts.falseAlarms += 1;
    console.log(
      `  false alarm: ${one.name} and ${other.name}, ${model}, ${file}: ${findings.map(findingTitle).join('; ')}`,
    );
  }
  const [left, right] = decode(at('good.wav'), { channels: 2 }).channels as [Float32Array, Float32Array];
  for (const kind of CHANNEL_FAULT_KINDS) {
    const { channels, what } = makeChannelFault(kind, number, [left, right]);
    writeWav(at('bad.wav'), channels, MATERIAL_RATE);
    const { findings } = await checkIntegrity(engine, folder, at('stereo.wav'), at('bad.wav'));
    counts.faults += 1;
    if (findings.some((finding) => finding.kind === kind)) counts.found += 1;
    else console.log(`  missed: ${what} in ${one.name} and ${other.name}; found ${JSON.stringify(findings)}`);
  }
}

/** Processor time of the check against that of the restoration, for longer recordings in mono and stereo. */
async function tellLongCosts(folder: string, engine: ReturnType<typeof createEngine>, { heard }: Item): Promise<void> {
  const at = (name: string) => path.join(folder, name);
  const long = Float32Array.from({ length: LONG_SECONDS * MATERIAL_RATE }, (_, i) => heard[i % heard.length] as number);
  for (const channels of [[long], [long, long.map((value) => 0.7 * value)]]) {
    writeWav(at('long.wav'), channels, MATERIAL_RATE);
    const shares: string[] = [];
    for (const model of MODEL_IDS) {
      const outputs = [{ path: at('long-good.wav'), format: 'wav' as const }];
      const restored = await processorMs(() =>
        engine.restore({ input: at('long.wav'), model, outputs }, () => undefined),
      );
      const request = { original: at('long.wav'), result: at('long-good.wav'), findsClipping: false };
      const compared = await processorMs(() => engine.compare(request, () => undefined));
      shares.push(`${((100 * compared) / restored).toFixed(1)} % of ${model}`);
    }
    console.log(`  ${LONG_SECONDS} s in ${channels.length === 1 ? 'mono' : 'stereo'}: ${shares.join(', ')}`);
  }
}

async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { system, user } = process.cpuUsage(before);
  return (system + user) / 1000;
}

function outcomeOf(counts: Counts): BenchResult {
  const alarms = counts.falseAlarms / counts.good;
  const found = counts.found / counts.faults;
  const ratio = counts.compareMs / counts.restoreMs;
  console.log(
    `  ${alarms <= MOST_FALSE_ALARMS ? 'met   ' : 'missed'} false alarms: ${counts.falseAlarms} of ${counts.good}`,
  );
  console.log(
    `  ${found >= LEAST_FOUND ? 'met   ' : 'missed'} faults found, at their place: ${counts.found} of ${counts.faults}`,
  );
  console.log(`  time of the check against the restoration, mean of both models: ${(100 * ratio).toFixed(1)} %`);
  const value = Number(alarms > MOST_FALSE_ALARMS) + Number(found < LEAST_FOUND);
  return { value, details: { ...counts, ratio } };
}
