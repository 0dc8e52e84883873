/** A quote in lines for a person. */

import type { QuoteView } from '../../../../shared/contract/queue/queue.ts';
import { MODEL_IDS, MODELS } from '../../../../shared/domain/models.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import { QUOTE } from '../strings/quote.ts';

/** @param labels of the models that were asked for */
export function quoteInWords(quote: QuoteView, labels: readonly string[]): string[] {
  const { alternatives, amountAddedByMinimum, connections, reusable, savedByHistory, secondsTaken } = quote;
  const lines = [QUOTE.recordings(quote.recordings, formatDuration(quote.durationSeconds), labels.join(' + '))];
  for (const { amount, cap, isBuiltIn, name, threshold } of connections) {
    if (amount === null) lines.push(QUOTE.unknown(name));
    else if (amount === 0) lines.push(isBuiltIn ? QUOTE.free(name) : QUOTE.nothingToPay);
    else lines.push(QUOTE.atMost(name, formatUsd(amount)));
    if (cap !== null) lines.push(QUOTE.cap(formatUsd(cap.cap), QUOTE.periods[cap.kind], formatUsd(cap.left)));
    if (threshold !== null) lines.push(QUOTE.threshold(formatUsd(threshold)));
  }
  if (amountAddedByMinimum) lines.push(QUOTE.minimum(formatUsd(amountAddedByMinimum)));
  const single = MODEL_IDS.map((model) => alternatives[model]);
  if (single.some((amount) => amount !== 0)) {
    for (const model of MODEL_IDS) {
      const amount = alternatives[model];
      if (amount !== null) lines.push(QUOTE.oneModel(MODELS[model].label, formatUsd(amount)));
    }
    const known = single.filter((amount) => amount !== null);
    if (known.length === single.length) {
      lines.push(QUOTE.bothModels(formatUsd(known.reduce((sum, amount) => sum + amount, 0))));
    }
  }
  if (reusable > 0 && savedByHistory) lines.push(QUOTE.saved(formatUsd(savedByHistory)));
  if (secondsTaken !== null) {
    const [least, most] = [formatDuration(secondsTaken.least), formatDuration(Math.max(1, secondsTaken.most))];
    lines.push(secondsTaken.least < 1 ? QUOTE.timeUpTo(most) : QUOTE.time(least, most));
  }
  return lines;
}
