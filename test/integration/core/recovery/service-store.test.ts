/** A damaged database of the built-in service: “This computer” recovers by itself. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { makeServiceTemplate, tryServiceDamage } from '../../../harness/damage/service-trial.ts';

let room = '';
let template = '';

beforeAll(async () => {
  room = temporaryFolder('service-store', afterAll);
  template = await makeServiceTemplate(room);
}, 60_000);

const UNHARMED = { kept: true, stuck: [], lostMedia: [] };

test.each([
  ['a table gone', 'continues from the backup of'],
  ['the header, and no backups', 'begins anew'],
])(
  '%s: what was being restored is restored again, finished results stay, and a notice says so',
  { tags: 'long' },
  async (damage, said) => {
    const verdict = await tryServiceDamage(template, room, damage);
    expect(verdict).toMatchObject({ ...UNHARMED, notice: expect.stringContaining(said) });
  },
);
