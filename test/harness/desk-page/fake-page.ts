/** The bundled page as the browser host serves it, with the fake desk behind it: what is measured is the page alone. */

import { buildParts } from '../../../build/build.ts';
import { startBrowserServer } from '../../../electron/hosts/browser/server.ts';
import { silentLog } from '../../../electron/platform/log.ts';
import { createFakeDesk, type FakeDesk } from '../fake-desk/fake-desk.ts';
import { fakeMedia } from '../fake-desk/fake-media.ts';

export interface FakePage {
  /** With the token of the run. */
  readonly url: string;
  readonly fake: FakeDesk;
  close(): Promise<void>;
}

export async function serveFakePage(): Promise<FakePage> {
  const { folders } = await buildParts(['renderer']);
  const fake = createFakeDesk();
  const server = await startBrowserServer({
    desk: { router: fake.router, media: (request) => fakeMedia(request, fake.jobs) },
    pageDirectory: folders.renderer ?? '',
    port: 0,
    log: silentLog,
  });
  return { url: server.url, fake, close: () => server.close() };
}
