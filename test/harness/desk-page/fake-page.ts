/** The bundled page as the browser host serves it, with the fake desk behind it: what is measured is the page alone. */

import { ensureBuilt } from '../../../build/build.ts';
import { startBrowserServer } from '../../../electron/hosts/browser/server.ts';
import { RENDERER_DIRECTORY } from '../../../electron/hosts/common/paths.ts';
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
  await ensureBuilt(['renderer']);
  const fake = createFakeDesk();
  const server = await startBrowserServer({
    desk: { router: fake.router, media: (request) => fakeMedia(request, fake.jobs) },
    pageDirectory: RENDERER_DIRECTORY,
    port: 0,
    log: silentLog,
  });
  return { url: server.url, fake, close: () => server.close() };
}
