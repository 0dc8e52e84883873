import { readFileSync } from 'node:fs';
import path from 'node:path';
import asc from 'assemblyscript/asc';
import { expect, test } from 'vitest';

const FOLDER = path.resolve(import.meta.dirname, '../../../electron/audio/dsp/assembly');

test('the compiled kernel is what its source makes: `npm run kernel` was not forgotten', async () => {
  const made = new Map<string, string | Uint8Array>();
  const { error, stderr } = await asc.main(['--config', path.join(FOLDER, 'asconfig.json')], {
    writeFile: (name, contents) => void made.set(path.basename(name), contents),
  });
  expect(error, stderr.toString()).toBeNull();
  const compiled = made.get('sample-kernel.wasm');
  expect(compiled).toBeInstanceOf(Uint8Array);
  expect(Buffer.from(compiled as Uint8Array).equals(readFileSync(path.join(FOLDER, 'sample-kernel.wasm')))).toBe(true);
});
