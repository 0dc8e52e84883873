import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ownModelDescription } from '../../../shared/domain/own-models/description.ts';

const README = path.resolve(import.meta.dirname, '../../../electron/audio/chains/own-model/README.md');

test('every description in the manual can be used as it stands', () => {
  const blocks = [...readFileSync(README, 'utf8').matchAll(/```json\n(.*?)```/gs)].map(([, text = '']) => text);
  const names = blocks.map((text) => ownModelDescription.parse(JSON.parse(text)).name);
  expect(names).toEqual(['GTCRN', 'DTLN', 'DeepFilterNet']);
});
