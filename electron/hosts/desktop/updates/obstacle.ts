/** Why an update can't be installed: obstacles of this installation, and failures of electron-updater. Pure. */

import { isPrivateChannel } from '../../../../shared/domain/connections/addresses.ts';
import { CleartakeError, type ErrorCode } from '../../../../shared/domain/errors.ts';
import type { UpdateObstacle } from '../../../../shared/domain/updates.ts';

const UPDATER_CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_CHECKSUM_MISMATCH: 'updateDamaged',
  ERR_UPDATER_INVALID_SIGNATURE: 'updateUntrusted',
};

export interface Installation {
  readonly isPackaged: boolean;
  readonly platform: string;
  /** An AppImage's launcher names its file in `APPIMAGE`, the portable program its folder in `PORTABLE_EXECUTABLE_DIR`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The text of app-update.yml, as electron-builder packed it; null when there is none. */
  readonly configuration: string | null;
}

const PLAIN_ADDRESSES = /^\s*url:\s*['"]?(http:[^\s'"]*)/gim;
const PUBLISHER = /^publisherName:/m;

/** Whether this installation can replace itself by a newer one, and knows enough to tell a genuine one. @returns null when it can */
export function updateObstacle(installation: Installation): UpdateObstacle | null {
  const { configuration, environment, isPackaged, platform } = installation;
  if (!isPackaged) return 'not-packaged';
  if (platform === 'linux' && environment.APPIMAGE === undefined) return 'system-package';
  if (platform === 'win32' && environment.PORTABLE_EXECUTABLE_DIR !== undefined) return 'portable';
  if (configuration === null) return 'no-address';
  if ([...configuration.matchAll(PLAIN_ADDRESSES)].some(([, address = '']) => isOpen(address))) return 'open-address';
  // Without the name, electron-updater installs whatever the address gives. macOS compares signatures itself.
  if (platform === 'win32' && !PUBLISHER.test(configuration)) return 'no-publisher';
  return null;
}

/** Whether others could answer for it; on this computer nobody can, which rehearsals rely on. */
function isOpen(address: string): boolean {
  return !URL.canParse(address) || !isPrivateChannel(new URL(address));
}

/** What a failure of electron-updater means to a person. @param otherwise for failures that have no code of their own, such as those of the network */
export function updateError(thrown: unknown, otherwise: ErrorCode): CleartakeError {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  // Only its first line: the rest is the server's answer.
  const detail = String(thrown instanceof Error ? thrown.message : thrown).split('\n', 1)[0] ?? '';
  return new CleartakeError(UPDATER_CODES[code] ?? otherwise, { cause: thrown, detail: detail.slice(0, 200) });
}
