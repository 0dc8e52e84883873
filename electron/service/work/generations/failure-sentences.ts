/** What a failed generation tells its client: one sentence for each reason, and its code for programs. */

import type { CleartakeError, ErrorCode } from '../../../../shared/domain/errors.ts';

const SENTENCES: Partial<Record<ErrorCode, string>> = {
  sourceMissing: 'The uploaded medium is no longer there. Create a project and upload it again.',
  mediaEmpty: 'The uploaded medium is empty.',
  mediaNotRecognized: 'The uploaded medium is not a recording that can be read.',
  mediaNoSound: 'The uploaded medium has no sound stream.',
  mediaTruncated: 'The uploaded medium ends before its header says it should.',
  mediaDamaged: 'The uploaded medium is damaged and cannot be read to its end.',
  mediaUnsupported: 'Media of this coding, with this many channels or at this sample rate are not supported.',
  diskFull: 'The disk of the service is full.',
  storageQuotaExceeded:
    'The storage of the account is full. Delete projects that are not needed any more, then start again.',
  engineCrashed: 'The restoration stopped unexpectedly, also when it was tried again.',
  engineTimedOut: 'The restoration made no progress for too long, also when it was tried again.',
};

const OTHERWISE = 'The restoration failed.';

export function failureSentence(error: CleartakeError): string {
  return SENTENCES[error.code] ?? OTHERWISE;
}
