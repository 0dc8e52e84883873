/** A desk over a real service, in a process that kills itself at the given point of its transfers. */

import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Checkpoint } from '../../../../electron/core/checkpoints.ts';
import { type Files, nodeFiles } from '../../../../electron/platform/files/files.ts';
import { DEFAULT_BATCH_PRESET } from '../../../../shared/domain/batch/batch-preset.ts';
import { testPorts } from '../../desk/desk-ports.ts';
import { workOnOneJob } from '../one-job.ts';
import { nameOf, type Trace, type WorkerOptions } from './points.ts';

const options: WorkerOptions = JSON.parse(process.argv[2] ?? '');
const totalBytes = statSync(options.recording).size;
/** Small beside the file, so that points at shares of it are met where they are. */
const PIECE_BYTES = 256 * 1024;
let sent = 0;
let written = 0;

const note = (trace: Trace) => appendFileSync(options.trace, `${JSON.stringify(trace)}\n`);

function pass(checkpoint: Checkpoint): void {
  const { point } = options;
  if (point?.checkpoint !== checkpoint) return;
  const moved = checkpoint.startsWith('upload') ? sent : written;
  if (point.moved !== undefined && moved < point.moved * totalBytes) return;
  note({ kind: 'killed', point: nameOf(point), sent, written });
  process.kill(process.pid, 'SIGKILL');
}

/** The disk as it is, with an eye on where transfers begin and how far they are. */
const files: Files = {
  ...nodeFiles,
  async *read(path, from = 0, until) {
    const isUpload = path === options.recording;
    if (isUpload) {
      note({ kind: 'upload-from', bytes: from });
      sent = from;
    }
    for await (const chunk of nodeFiles.read(path, from, until)) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        const piece = chunk.subarray(at, at + PIECE_BYTES);
        yield piece;
        if (isUpload) sent += piece.length;
      }
    }
  },
  async write(path, keep = 0) {
    const file = await nodeFiles.write(path, keep);
    if (!path.endsWith('download.part')) return file;
    written = keep;
    return {
      ...file,
      async write(pieces) {
        if (written === keep) note({ kind: 'download-from', bytes: keep });
        await file.write(pieces);
        written += pieces.reduce((sum, piece) => sum + piece.length, 0);
      },
    };
  },
  async takeFreeName(temporary, target) {
    if (!options.copiesInPlace) return await nodeFiles.takeFreeName(temporary, target);
    const content = readFileSync(temporary);
    writeFileSync(target, content.subarray(0, content.length / 2));
    process.kill(process.pid, 'SIGKILL');
    return true;
  },
};

const output = { kind: 'folder' as const, path: options.out };
const preset = { ...DEFAULT_BATCH_PRESET, models: ['service-2' as const], output };
await workOnOneJob(testPorts({ files, pass }), { ...options, preset });
note({ kind: 'done' });
process.exit(0);
