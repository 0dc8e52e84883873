/** A process that carries out one command on a data folder, until it is done or killed, by itself or from outside. */

import { existsSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Checkpoint } from '../../../../electron/core/checkpoints.ts';
import type { DeskSettings } from '../../../../electron/core/ports.ts';
import { sentenceOfFailure, statusOfFailure } from '../../../../electron/hosts/cli/exit-status.ts';
import { errorOfCall } from '../../../../electron/hosts/common/call-errors.ts';
import { openDatabase } from '../../../../electron/platform/sqlite.ts';
import { testPorts } from '../../desk/desk-ports.ts';
import { createFakeEngine } from '../../engine/fake-engine.ts';
import { createDraw } from '../../simulation/draw.ts';
import { createFastClock } from '../../time/fast-clock.ts';
import { type Command, carryOut, type Named } from './command.ts';
import { compose } from './open-desk.ts';

export interface LifeOptions {
  readonly settings: DeskSettings;
  /** The desk's time runs so many times as fast as real time, since `epoch` (milliseconds since the epoch). */
  readonly speed: number;
  readonly epoch: number;
  readonly seed: number;
  readonly command: Command;
  readonly service: Named;
  /** How likely it dies as it passes a point, 0 to 1; it writes the point's name to its output first. */
  readonly odds: Readonly<Partial<Record<Checkpoint, number>>>;
  /** A folder that goes to another name while the first of its recordings is about to be uploaded. */
  readonly goes: { readonly from: string; readonly to: string } | null;
  /** Retries pay without asking what was paid before. */
  readonly asksNothing: boolean;
}

/** The command broke: no status of a command line. */
export const BROKEN = 70;

async function live({ command, service, ...life }: LifeOptions): Promise<number> {
  const { asksNothing, epoch, goes, odds, seed, settings, speed } = life;
  const { dataDirectory } = settings;
  if (asksNothing) forgetReuse(dataDirectory);
  const draw = createDraw(seed);
  const ports = testPorts({
    clock: createFastClock(speed, epoch),
    spawn: createFakeEngine().spawn,
    random: draw.branch('random').fraction,
    pass: (point) => {
      if (point === 'upload:project-created' && goes !== null && existsSync(goes.from)) renameSync(goes.from, goes.to);
      if (!draw.chance(odds[point] ?? 0)) return;
      writeSync(1, `\n${point}\n`);
      process.kill(process.pid, 'SIGKILL');
    },
  });
  compose({ ports, settings, opened: () => void process.send?.('working') });
  try {
    return await carryOut(command, dataDirectory, service);
  } catch (failure) {
    process.stderr.write(`${sentenceOfFailure(failure)}\n`);
    if (errorOfCall(failure).code === 'unexpected') throw failure;
    return statusOfFailure(failure);
  }
}

/** What is not done is taken for something that the person wanted to pay again. */
function forgetReuse(dataDirectory: string): void {
  const { raw, close } = openDatabase({ path: path.join(dataDirectory, 'cleartake.sqlite'), schema: {} });
  raw.exec(`UPDATE job SET preset = json_set(preset, '$.reuse', json('false')) WHERE state_kind <> 'done'`);
  close();
}

// Without whoever wants to see it die it has nothing to live for.
process.once('disconnect', () => process.exit(1));
for (const fault of ['uncaughtException', 'unhandledRejection'])
  process.on(fault, (failure) => {
    process.stderr.write(`${failure instanceof Error ? failure.stack : String(failure)}\n`);
    process.exit(BROKEN);
  });
process.exit(await live(JSON.parse(process.argv[2] ?? '') as LifeOptions));
