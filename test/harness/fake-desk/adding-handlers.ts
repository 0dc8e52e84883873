/** The fake desk's adding group: what a test tells of it, and typed folders. */

import type { FakeState } from './fake-state.ts';
import type { Os } from './refuse.ts';

export function addingHandlers(os: Os, fake: FakeState) {
  return {
    watch: os.adding.watch.handler(({ signal }) => fake.addings.subscribe(() => ({ adding: null }), signal)),
    stop: os.adding.stop.handler(() => {
      fake.addingStopped += 1;
    }),
    readFolder: os.adding.readFolder.handler(({ input: { text } }) =>
      text.startsWith('$')
        ? { path: null, reason: 'The variable isn’t set.' }
        : { path: text.replace(/^~/, '/home/me'), reason: null },
    ),
  };
}
