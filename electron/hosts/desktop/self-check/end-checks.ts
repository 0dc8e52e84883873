/** Checks of the package, and of what is left after the desk has closed. */

import { mustBe, mustBecome } from './expectations.ts';
import { EXPECTED_FUSES, readFuses } from './fuses.ts';
import type { Check } from './run-checks.ts';

export interface CheckedEnd {
  /** Absolute path of the packaged program; null when the application isn't packaged. */
  readonly program: string | null;
  /** Helper processes that run now. */
  helpers(): number;
  closeDesk(): Promise<void>;
}

const GONE_MS = 10_000;

export function endChecks({ program, helpers, closeDesk }: CheckedEnd): readonly Check[] {
  return [
    {
      name: 'the program’s fuses are set',
      run: async () => {
        if (program === null) return 'the application is not packaged';
        mustBe('the fuses', await readFuses(program), EXPECTED_FUSES);
        return null;
      },
    },
    {
      name: 'every helper is gone after the desk has closed',
      run: async () => {
        mustBe('a helper runs before', helpers() > 0, true);
        await closeDesk();
        await mustBecome('the helpers are gone', GONE_MS, async () => helpers() === 0);
        return null;
      },
    },
  ];
}
