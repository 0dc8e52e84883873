/** Files behind the port of which a folder is in trouble for a while: every call there fails with one error of the system, or never ends. */

import { renamePatiently } from '../../../electron/platform/files/atomic-files.ts';
import type { Files } from '../../../electron/platform/files/files.ts';
import type { Clock } from '../../../electron/platform/time/clock.ts';

export interface Trouble {
  /** The folder. */
  readonly below: string;
  /** `silent` never answers. Of `EPERM on rename` everything else works. */
  readonly kind: string;
}

export interface Troubles {
  current: Trouble | null;
  /** Calls that met it. */
  met: number;
  /** Called once it is over: what never answered does. */
  end(): void;
  around(files: Files, clock: Clock): Files;
}

const RENAME = ' on rename';

export function createTroubles(): Troubles {
  let over = Promise.withResolvers<void>();

  async function pass(file: string): Promise<void> {
    const trouble = troubles.current;
    if (trouble === null || trouble.kind.endsWith(RENAME) || !isBelow(file, trouble)) return;
    troubles.met += 1;
    if (trouble.kind === 'silent') return await over.promise;
    throw systemError(trouble.kind, file);
  }

  const troubles: Troubles = {
    current: null,
    met: 0,
    end() {
      troubles.current = null;
      over.resolve();
      over = Promise.withResolvers();
    },
    around(files, clock) {
      const passed =
        <Words extends [string, ...unknown[]], Answer>(call: (...words: Words) => Promise<Answer>) =>
        async (...words: Words) => {
          await pass(words[0]);
          return await call(...words);
        };
      async function held(target: string): Promise<void> {
        const trouble = troubles.current;
        if (trouble === null || !trouble.kind.endsWith(RENAME) || !isBelow(target, trouble)) return;
        troubles.met += 1;
        throw systemError(trouble.kind.slice(0, -RENAME.length), target);
      }
      return {
        facts: passed(files.facts),
        realPath: passed(files.realPath),
        list: passed(files.list),
        makeFolder: passed(files.makeFolder),
        remove: passed(files.remove),
        isReadable: passed(files.isReadable),
        hash: passed(files.hash),
        freeBytes: passed(files.freeBytes),
        append: passed(files.append),
        setModified: passed(files.setModified),
        openToFlush: files.openToFlush,
        async *read(file, from, until) {
          await pass(file);
          for await (const piece of files.read(file, from, until)) {
            yield piece;
            await pass(file);
          }
        },
        async write(file, keep) {
          await pass(file);
          const open = await files.write(file, keep);
          return {
            write: (pieces) => pass(file).then(() => open.write(pieces)),
            sync: () => pass(file).then(open.sync),
            close: open.close,
          };
        },
        async commit(temporary, target) {
          await pass(target);
          await renamePatiently(
            temporary,
            target,
            (from, to) => held(String(to)).then(() => files.commit(String(from), String(to))),
            clock,
          );
        },
        async copy(source, temporary) {
          await pass(source);
          await pass(temporary);
          await files.copy(source, temporary);
        },
        async takeFreeName(temporary, target) {
          await pass(target);
          // As on file systems without hard links.
          await renamePatiently(temporary, target, () => held(target), clock);
          return await files.takeFreeName(temporary, target);
        },
      };
    },
  };
  return troubles;
}

function isBelow(file: string, { below }: Trouble): boolean {
  return file === below || file.startsWith(`${below}/`);
}

function systemError(code: string, file: string): Error {
  return Object.assign(new Error(`${code}: ${file}`), { code, path: file });
}
