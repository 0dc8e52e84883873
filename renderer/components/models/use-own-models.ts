/** The person's own models, asked for whenever something shows them: they change in Settings and in the terminal. */

import { useCallback } from 'react';
import type { OwnModelView } from '../../../shared/contract/models.ts';
import { useDesk } from '../../state/desk-context.ts';
import { type AskedAnswer, useAsked } from '../../state/use-asked.ts';

export function useOwnModels(): AskedAnswer<readonly OwnModelView[]> {
  const { client } = useDesk();
  const ask = useCallback(() => client.models.list(), [client]);
  return useAsked<readonly OwnModelView[]>(ask);
}
