import { expect, test } from 'vitest';
import { type Installation, updateError, updateObstacle } from '../../../electron/hosts/desktop/updates/obstacle.ts';

const CONFIGURATION =
  'provider: generic\nurl: https://updates.cleartake.example/\nupdaterCacheDirName: cleartake-updater\n';
const PUBLISHED = `${CONFIGURATION}publisherName:\n  - Cleartake\n`;
const APP_IMAGE: Installation = {
  isPackaged: true,
  platform: 'linux',
  environment: { APPIMAGE: '/opt/Cleartake.AppImage' },
  configuration: CONFIGURATION,
};
const WINDOWS: Installation = { ...APP_IMAGE, platform: 'win32', environment: {}, configuration: PUBLISHED };

const at = (url: string): Installation => ({ ...APP_IMAGE, configuration: `provider: generic\nurl: ${url}\n` });

test.each<[string, Installation, ReturnType<typeof updateObstacle>]>([
  ['an AppImage with an address', APP_IMAGE, null],
  ['a Mac', { ...APP_IMAGE, platform: 'darwin', environment: {} }, null],
  ['an installed program on Windows with its publisher', WINDOWS, null],
  ['the sources', { ...APP_IMAGE, isPackaged: false }, 'not-packaged'],
  ['a package without an address', { ...APP_IMAGE, configuration: null }, 'no-address'],
  ['a deb', { ...APP_IMAGE, environment: {} }, 'system-package'],
  ['the portable program', { ...WINDOWS, environment: { PORTABLE_EXECUTABLE_DIR: 'D:\\' } }, 'portable'],
  ['Windows without a publisher', { ...WINDOWS, configuration: CONFIGURATION }, 'no-publisher'],
  ['an address without encryption', at('http://updates.cleartake.example/'), 'open-address'],
  ['the same in quotes', at("'HTTP://updates.cleartake.example/'"), 'open-address'],
  ['one that only begins like this computer', at('http://127.0.0.1.example/'), 'open-address'],
  ['a rehearsal on this computer', at('http://127.0.0.1:4000/'), null],
])('%s', (_what, installation, obstacle) => {
  expect(updateObstacle(installation)).toBe(obstacle);
});

test('failures are told apart by their codes; the log gets one line of them', () => {
  const withCode = (code: string) => Object.assign(new Error('first line\nbody of the answer'), { code });
  expect(updateError(withCode('ERR_CHECKSUM_MISMATCH'), 'updateFailed').code).toBe('updateDamaged');
  expect(updateError(withCode('ERR_UPDATER_INVALID_SIGNATURE'), 'updateFailed').code).toBe('updateUntrusted');
  const other = updateError(withCode('ENOTFOUND'), 'updateUnreachable');
  expect([other.code, other.detail]).toEqual(['updateUnreachable', 'first line']);
});
