/** A site that is not ours, on a port of this computer: it counts its visitors. */

import { createServer } from 'node:http';
import { listen } from '../../harness/remote/listen.ts';

interface ForeignSite {
  readonly address: string;
  visits(): number;
  close(): Promise<void>;
}

/** Everybody may read what it answers. */
export async function startForeignSite(): Promise<ForeignSite> {
  let visits = 0;
  const server = createServer((_request, response) => {
    visits += 1;
    response
      .setHeader('access-control-allow-origin', '*')
      .setHeader('content-type', 'text/html')
      .end('<title>foreign</title>');
  });
  const { close, origin } = await listen(server);
  return { address: `${origin}/`, visits: () => visits, close };
}
