/** The rehearsal: makes a service slow, faulty or strict, and moves its clock. An extra of the local service. */

import { defineOperation } from '../operation.ts';
import { rehearsalChange, rehearsalState } from '../rehearsal.ts';
import { LOCAL_PATHS } from '../routes.ts';

export const rehearse = defineOperation({
  path: LOCAL_PATHS.rehearsal,
  summary: 'Read and change what the service simulates. Only available with --rehearsal.',
  needs: ['admin'],
  body: rehearsalChange,
  answer: rehearsalState,
  refusals: {
    400: 'Invalid JSON body, an unknown field, or a field that is not valid.',
    404: 'The service was not started for a rehearsal.',
  },
  fault: 'The rehearsal could not be changed.',
});
