/** Over every page while a service is slow or fails on purpose. */

import { Button } from '@mantine/core';
import { IconTestPipe } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import { Banner } from '../../components/messages/banner.tsx';
import { showRefusal } from '../../components/messages/saving.tsx';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { announce } from '../../state/page-stores.ts';
import { distinctName } from '../../state/session-store.ts';
import { REHEARSING } from '../strings.ts';

export function RehearsalBanners() {
  const connections = useSession((state) => state.connections);
  return connections
    .filter(({ rehearsal }) => rehearsal === 'on')
    .map((connection) => <RehearsalBanner key={connection.id} connection={connection} />);
}

function RehearsalBanner({ connection }: { connection: ConnectionView }) {
  const desk = useDesk();
  const [busy, setBusy] = useState(false);
  const name = useSession((state) => distinctName(state, connection));
  const words = connection.kind === 'built-in' ? REHEARSING.builtIn : REHEARSING.remote(name);
  useEffect(() => announce(words), [words]);

  function end(): void {
    setBusy(true);
    desk.client.rehearsal
      .change({ connectionId: connection.id, change: { reset: true } })
      .then(() => desk.refreshConnections())
      .catch(showRefusal)
      .finally(() => setBusy(false));
  }

  return (
    <Banner
      label={REHEARSING.label}
      tone="warn"
      icon={<IconTestPipe size={20} />}
      action={
        <Button h={30} fz={12} loading={busy} onClick={end}>
          {REHEARSING.end}
        </Button>
      }
    >
      {words}
    </Banner>
  );
}
