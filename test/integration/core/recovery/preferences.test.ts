import { writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_PREFERENCES, PREFERENCE_NAMES, type Preferences } from '../../../../shared/domain/preferences.ts';
import { PREFERENCE_SAMPLES } from '../../../fixtures/preference-samples.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { createAuthority } from '../../../harness/company/authority.ts';
import { openTestDesk } from '../../../harness/desk/open-test-desk.ts';

/** Only a file that is there is taken. */
const certificateFile = path.join(temporaryFolder('authority', afterAll), 'authority.pem');
writeFileSync(certificateFile, (await createAuthority('Studio CA')).certificate);
const OTHERS = {
  ...Object.fromEntries(PREFERENCE_NAMES.map((name) => [name, PREFERENCE_SAMPLES[name].other])),
  certificateFile,
} as Preferences;

async function onDesk<Answer>(
  folder: string,
  act: (client: ReturnType<typeof openTestDesk>['client']) => Promise<Answer>,
): Promise<Answer> {
  const { client, close } = openTestDesk(folder);
  try {
    return await act(client);
  } finally {
    await close();
  }
}

/** A data folder whose row of preferences is this text. */
async function folderWith(text: string): Promise<string> {
  const folder = path.join(temporaryFolder(), 'data');
  await onDesk(folder, (client) => client.system.preferences());
  const raw = new Database(path.join(folder, 'cleartake.sqlite'));
  raw.prepare("insert or replace into setting (name, value) values ('preferences', ?)").run(text);
  raw.close();
  return folder;
}

function storedIn(folder: string, name: string): unknown {
  const raw = new Database(path.join(folder, 'cleartake.sqlite'), { readonly: true });
  const row = raw.prepare('select value from setting where name = ?').get(name);
  raw.close();
  return row;
}

test('every setting is kept over a restart, and goes back to its default', async () => {
  const folder = await folderWith('{"version":2}');
  await onDesk(folder, async (client) => {
    expect(await client.system.preferences()).toEqual(DEFAULT_PREFERENCES);
    for (const name of PREFERENCE_NAMES) await client.system.setPreferences({ [name]: OTHERS[name] });
  });
  await onDesk(folder, async (client) => {
    expect(await client.system.preferences()).toEqual(OTHERS);
    for (const name of PREFERENCE_NAMES) {
      const [wrong] = PREFERENCE_SAMPLES[name].refused;
      await expect(client.system.setPreferences({ [name]: wrong }), name).rejects.toThrow();
    }
    expect(await client.system.preferences()).toEqual(OTHERS);
    for (const name of PREFERENCE_NAMES) await client.system.setPreferences({ [name]: DEFAULT_PREFERENCES[name] });
  });
  await onDesk(folder, async (client) => {
    expect(await client.system.preferences()).toEqual(DEFAULT_PREFERENCES);
    expect(await client.system.notices()).toEqual([]);
  });
});

test('settings of an older version open without a word', async () => {
  const folder = await folderWith('{"uploadLimit":5000000,"whenEnded":"notify"}');
  await onDesk(folder, async (client) => {
    expect(await client.system.preferences()).toEqual({ ...DEFAULT_PREFERENCES, uploadLimit: 5_000_000 });
    expect(await client.system.notices()).toEqual([]);
  });
});

test.each([
  ['one damaged field', '{"version":2,"theme":"blue","density":"compact"}', { density: 'compact' }],
  ['another value', '[1,2]', {}],
])('settings with %s are put aside, said once, and the rest is kept', async (_what, text, kept) => {
  const folder = await folderWith(text);
  await onDesk(folder, async (client) => {
    expect(await client.system.preferences()).toEqual({ ...DEFAULT_PREFERENCES, ...kept });
    expect(await client.system.notices()).toMatchObject([{ kind: 'settings' }]);
    await client.system.dismissNotice({ id: 'preferences' });
  });
  expect(JSON.stringify(storedIn(folder, 'preferences-aside'))).toContain(JSON.stringify(text).slice(2, -2));
  await onDesk(folder, async (client) => expect(await client.system.notices()).toEqual([]));
});
