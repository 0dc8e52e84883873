/** Starts that are refused since nobody can say what they would cost. */

import { type Refusal, refuse } from '../../rules/refusal.ts';

export function lengthUnknown(): Refusal {
  return refuse(
    409,
    'The length of the medium could not be counted, nor what the generation costs. Nothing was started. Try again later, or upload the medium in another format.',
    { code: 'lengthUnknown' },
  );
}

export function mediumTooLong(): Refusal {
  return refuse(409, 'The medium is longer than can be billed. Nothing was started. Upload it in parts.', {
    code: 'mediumTooLong',
  });
}
