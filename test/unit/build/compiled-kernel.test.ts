import { readFileSync } from 'node:fs';
import path from 'node:path';
import asc from 'assemblyscript/asc';
import { expect, test } from 'vitest';

const FOLDER = path.resolve(import.meta.dirname, '../../../electron/audio/dsp/assembly');

test.each([
  ['sample-kernel', 'asconfig.json'],
  ['network-kernel', 'asconfig.network.json'],
])('the compiled %s is what its source makes: `npm run kernel` was not forgotten', async (name, configuration) => {
  const made = new Map<string, string | Uint8Array>();
  const { error, stderr } = await asc.main(['--config', path.join(FOLDER, configuration)], {
    writeFile: (file, contents) => void made.set(path.basename(file), contents),
  });
  expect(error, stderr.toString()).toBeNull();
  const compiled = made.get(`${name}.wasm`);
  expect(compiled).toBeInstanceOf(Uint8Array);
  expect(Buffer.from(compiled as Uint8Array).equals(readFileSync(path.join(FOLDER, `${name}.wasm`)))).toBe(true);
});
