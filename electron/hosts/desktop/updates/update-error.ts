/** What a failure of electron-updater means to a person. */

import { CleartakeError, type ErrorCode } from '../../../../shared/domain/errors.ts';

const CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_CHECKSUM_MISMATCH: 'updateDamaged',
  ERR_UPDATER_INVALID_SIGNATURE: 'updateUntrusted',
};

/** @param otherwise for failures that have no code of their own, such as those of the network */
export function updateError(thrown: unknown, otherwise: ErrorCode): CleartakeError {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  // Only its first line: the rest is the server's answer.
  const detail = String(thrown instanceof Error ? thrown.message : thrown).split('\n', 1)[0] ?? '';
  return new CleartakeError(CODES[code] ?? otherwise, { cause: thrown, detail: detail.slice(0, 200) });
}
