/** Checks of the window and its page. */

import path from 'node:path';
import type { DeskClient } from '../../../../shared/contract/index.ts';
import { PAGE_ADDRESS } from '../security/addresses.ts';
import { mustBe, mustBecome } from './expectations.ts';
import type { Check } from './run-checks.ts';

/** The desk's window, as far as a check looks at it. */
export interface CheckedWindow {
  isVisible(): boolean;
  address(): string;
  /** Runs a script in the page. */
  evaluate(script: string): Promise<unknown>;
  /** Chooses a file in the page's `input` with this id, as the person would. */
  chooseFile(id: string, file: string): Promise<void>;
}

const SHOWN_MS = 15_000;
const INPUT_ID = 'self-check';

const PAGE_FACTS = `(async () => ({
  secure: window.isSecureContext,
  leaks: ['require', 'process', 'Buffer'].filter((name) => name in window),
  policy: (await fetch('/')).headers.get('content-security-policy')?.startsWith("default-src 'none'") ?? false,
  worklet: typeof AudioWorkletNode,
}))()`;

const ADD_INPUT = `(() => {
  const input = Object.assign(document.createElement('input'), { type: 'file', id: '${INPUT_ID}', hidden: true });
  document.body.append(input);
})()`;

const PATH_OF_CHOSEN = `(async () => {
  const input = document.getElementById('${INPUT_ID}');
  const [found] = await window.cleartake.pathsForFiles([...input.files]);
  input.remove();
  return found;
})()`;

/** @param sample absolute path of a recording that comes with Cleartake; all of them are added to the queue */
export function pageChecks(
  window: CheckedWindow,
  desk: { readonly queue: Pick<DeskClient['queue'], 'addSamples'> },
  sample: string,
): readonly Check[] {
  return [
    {
      name: 'the window is visible',
      run: async () => {
        await mustBecome('the window is shown', SHOWN_MS, async () => window.isVisible());
        return null;
      },
    },
    {
      name: 'the page has its own address, a secure context and a policy, and nothing of Node',
      run: async () => {
        await mustBecome('the page is loaded', SHOWN_MS, async () => window.address() === PAGE_ADDRESS);
        const expected = { secure: true, leaks: [], policy: true, worklet: 'function' };
        mustBe('the page', await window.evaluate(PAGE_FACTS), expected);
        return null;
      },
    },
    {
      name: 'what the desk holds appears in the window',
      run: async () => {
        await desk.queue.addSamples({ start: false });
        const isShown = `document.body.innerText.includes(${JSON.stringify(path.basename(sample))})`;
        await mustBecome('the recording is shown', SHOWN_MS, async () => (await window.evaluate(isShown)) === true);
        return null;
      },
    },
    {
      name: 'a chosen file has its path',
      run: async () => {
        await window.evaluate(ADD_INPUT);
        await window.chooseFile(INPUT_ID, sample);
        mustBe('the path', await window.evaluate(PATH_OF_CHOSEN), sample);
        return null;
      },
    },
  ];
}
