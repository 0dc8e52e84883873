/** What restoring recordings of History once more would cost. */

import { useEffect, useState } from 'react';
import type { AgainRequest } from '../../../../shared/contract/queue/again.ts';
import type { SendingQuote } from '../../../../shared/contract/queue/queue.ts';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { useDesk } from '../../../state/desk-context.ts';

/** Null until it is there. */
export function useAgainQuote(request: AgainRequest): SendingQuote | null {
  const { client } = useDesk();
  const asked = JSON.stringify(request);
  const [found, setFound] = useState<{ readonly of: string; readonly quote: SendingQuote } | null>(null);

  useEffect(() => {
    let isPresent = true;
    client.queue
      .quoteAgain(JSON.parse(asked) as AgainRequest)
      .then((quote) => isPresent && setFound({ of: asked, quote }))
      .catch(showRefusal);
    return () => {
      isPresent = false;
    };
  }, [client, asked]);

  return found?.of === asked ? found.quote : null;
}
