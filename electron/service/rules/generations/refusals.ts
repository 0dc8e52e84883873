/** What clients read when a start is refused or a generation fails. */

import type { FailureCode } from '../../../../shared/domain/error-messages/failed-generation.ts';
import type { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { amountTooLarge, paidPlanRequired, spendLimitExceeded } from '../billing/refusals.ts';
import { keyInactive, keyReplaced } from '../keys/refusals.ts';
import { idempotencyKeyReused, type Refusal, refuse } from '../refusal.ts';
import type { ObstacleOf, StartDecision } from './starts.ts';

/** A payment hold is answered as in every other call. */
type RefusedStart = Exclude<ObstacleOf<never> | StartDecision<never>, { kind: 'go' | 'repeated' | 'payment-failed' }>;

export function startRefused(outcome: RefusedStart): Refusal {
  switch (outcome.kind) {
    case 'key-inactive':
      return keyInactive();
    case 'key-replaced':
      return keyReplaced();
    case 'key-reused':
      return idempotencyKeyReused();
    case 'not-uploaded':
      return refuse(409, 'The medium of this project is not uploaded yet.', { code: 'notUploaded' });
    case 'too-many':
      return refuse(
        409,
        'The project has as many generations as it may. Create another project, and delete this one with /portal/projects/delete once its results are fetched.',
        { code: 'tooManyGenerations' },
      );
    case 'uncountable':
      return amountTooLarge();
    case 'plan-required':
      return paidPlanRequired();
    case 'limit-exceeded':
      return spendLimitExceeded(outcome);
  }
}

/** The path chooses the model, and with it the price: a body that names another one must not be billed at this one. */
export function otherModel(path: string, model: ModelId): Refusal {
  return refuse(400, `${path} starts ${model}. The body names another model; nothing was started.`, {
    code: 'otherModel',
  });
}

export function notComplete(): Refusal {
  return refuse(409, 'The generation is not complete yet.', { code: 'notComplete' });
}

/** A client that polls until a download is there needs to know that there never will be one. */
export function downloadOfFailed(): Refusal {
  return refuse(409, 'The generation failed and has no output. Start another one.', { code: 'generationFailed' });
}

const SENTENCES: Readonly<Record<Exclude<FailureCode, 'cancelled'>, string>> = {
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
  ownModelGone: 'The model of this generation is no longer on this computer.',
  ownModelUnusable: 'The model of this generation cannot be used.',
  engineCrashed: 'The restoration stopped unexpectedly, also when it was tried again.',
  engineTimedOut: 'The restoration made no progress for too long, also when it was tried again.',
};

const OTHERWISE = 'The restoration failed.';

export function failureSentence(error: CleartakeError): string {
  return Object.hasOwn(SENTENCES, error.code) ? SENTENCES[error.code as keyof typeof SENTENCES] : OTHERWISE;
}
