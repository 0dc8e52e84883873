/** `cleartake quote`: what restoring recordings would cost. Nothing is added, sent or started. */

import { MODELS, type ModelId } from '../../../../shared/domain/models.ts';
import type { MicroUsd } from '../../../../shared/domain/money.ts';
import { EXIT, type ExitStatus, UsageError } from '../exit-status.ts';
import { givenRecordings } from '../given-paths.ts';
import { openForWork, takeKeyFromEnvironment } from '../open-desk.ts';
import { print, tell } from '../output/printer.ts';
import { presetFrom, type SettingOptions } from '../preset-from.ts';
import { jsonLine } from '../reports/printable.ts';
import { quoteInWords } from '../reports/quote-words.ts';
import { QUOTE } from '../strings/quote.ts';
import { USAGE } from '../strings/usage.ts';
import { connectionFor } from './restore.ts';

export interface QuoteOptions extends SettingOptions {
  readonly connection?: string;
  readonly baseUrl?: string;
  readonly price?: Partial<Record<ModelId, MicroUsd>>;
  readonly json?: boolean;
  readonly dataDir?: string;
}

/** Status 1 when something isn't in the quote. */
export async function quoteCommand(given: readonly string[], options: QuoteOptions): Promise<ExitStatus> {
  const paths = await givenRecordings(given);
  const key = takeKeyFromEnvironment();
  if (options.baseUrl !== undefined && key === undefined) throw new UsageError(USAGE.baseUrlNeedsKey);
  if (options.price !== undefined && options.baseUrl === undefined) throw new UsageError(USAGE.priceNeedsBaseUrl);
  const desk = await openForWork({ dataDirectory: options.dataDir, leavesEarlierWork: true });
  try {
    const connectionId = await connectionFor(desk, options, key);
    const preset = presetFrom(options, (await desk.client.presets.list()).presets);
    const { quote, unusable } = await desk.client.queue.quotePaths({
      paths,
      preset,
      ...(connectionId === undefined ? {} : { connectionId }),
    });
    for (const { path, reason } of unusable) {
      tell(QUOTE.unusable(path, reason));
    }
    const labels = preset.models.map((model) => MODELS[model].label);
    const lines =
      options.json === true ? [jsonLine({ event: 'quote', ...quote, unusable })] : quoteInWords(quote, labels);
    print(lines);
    return unusable.length === 0 ? EXIT.done : EXIT.failed;
  } finally {
    await desk.close();
  }
}
