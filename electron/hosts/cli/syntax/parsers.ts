/** What the arguments and options of the command line mean; a value that doesn't fit is refused with how to write it. */

import { InvalidArgumentError } from 'commander';
import { CONNECTION_COLORS, type ConnectionColor, LONGEST_LABEL } from '../../../../shared/domain/connections/marks.ts';
import { INVOICE_FIELDS, type InvoiceColumns } from '../../../../shared/domain/costs/invoice-columns.ts';
import { textOf, toCleartakeError } from '../../../../shared/domain/errors.ts';
import { DOWNLOAD_TYPES, type DownloadType } from '../../../../shared/domain/export/settings.ts';
import {
  isModelId,
  isServiceModel,
  MODEL_IDS,
  type ModelId,
  type ServiceModelId,
} from '../../../../shared/domain/models.ts';
import { type MicroUsd, readUsd } from '../../../../shared/domain/money.ts';
import { problemWords } from '../../../../shared/domain/naming/strings.ts';
import { problemOf } from '../../../../shared/domain/naming/template.ts';
import { isEndpointPath } from '../../../../shared/service-api/routes.ts';
import { EVENT_TYPES, type EventType } from '../../../../shared/service-api/webhooks.ts';
import { parseBaseUrl } from '../../../core/api/addresses.ts';

export function parseModel(value: string, earlier: readonly ModelId[] = []): readonly ModelId[] {
  if (!isModelId(value)) throw new InvalidArgumentError(oneOf(MODEL_IDS));
  return [...earlier, value];
}

/** One of the service, or the name of a person's own, which the desk knows. */
export function parseModelName(value: string, earlier: readonly string[] = []): readonly string[] {
  if (!isServiceModel(value) && (value.trim() === '' || value.startsWith('service-')))
    throw new InvalidArgumentError(oneOf(MODEL_IDS));
  return [...earlier, value];
}

/** `FIELD=COLUMN`, repeated. */
export function parseColumn(value: string, earlier: Partial<InvoiceColumns>): Partial<InvoiceColumns> {
  const [name = '', ...column] = value.split('=');
  const field = INVOICE_FIELDS.find((known) => known === name);
  if (field === undefined || column.length === 0)
    throw new InvalidArgumentError(`Use FIELD=COLUMN, with one of ${INVOICE_FIELDS.join(', ')}.`);
  return { ...earlier, [field]: column.join('=') };
}

/** An option that is repeated. */
export function parseEach(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

export function parseDownloadType(value: string): DownloadType {
  const type = DOWNLOAD_TYPES.find((known) => known === value);
  if (type === undefined) throw new InvalidArgumentError(oneOf(DOWNLOAD_TYPES));
  return type;
}

export function parseServiceAddress(value: string): string {
  try {
    return parseBaseUrl(value).href;
  } catch (failure) {
    throw new InvalidArgumentError(textOf(toCleartakeError(failure).parts, 'terminal'));
  }
}

/** The same, kept as it was written. */
export function checkServiceAddress(value: string): string {
  parseServiceAddress(value);
  return value;
}

/** A path below the address of a service. */
export function parseEndpointPath(value: string): string {
  if (!isEndpointPath(value))
    throw new InvalidArgumentError('Use a path that begins with /, such as /v1/projects/create.');
  return value;
}

/** Where webhooks are delivered: an https address without a user. */
export function parseHookAddress(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new InvalidArgumentError('Use an https address such as https://hooks.example.com/cleartake.');
  return value;
}

/** Types of events with commas between them. */
export function parseEvents(text: string): readonly EventType[] {
  const words = text.split(',').map((word) => word.trim());
  const types = EVENT_TYPES.filter((type) => words.includes(type));
  if (types.length !== new Set(words).size)
    throw new InvalidArgumentError(`Use one or more of ${EVENT_TYPES.join(',')}, with commas between them.`);
  return types;
}

/** A template for names of outputs. */
export function parseTemplate(value: string): string {
  const problem = problemOf(value);
  if (problem !== null) throw new InvalidArgumentError(problemWords(problem));
  return value;
}

/** A parser of whole numbers within bounds. */
export function parseWhole(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!Number.isInteger(number) || number < least || number > most)
      throw new InvalidArgumentError(`Use a whole number from ${least} to ${most}.`);
    return number;
  };
}

/** A color of connections; `none` is null. */
export function parseColor(value: string): ConnectionColor | null {
  if (value === 'none') return null;
  const color = CONNECTION_COLORS.find((known) => known === value);
  if (color === undefined) throw new InvalidArgumentError(oneOf([...CONNECTION_COLORS, 'none']));
  return color;
}

/** A short label; `none` is null. */
export function parseLabel(value: string): string | null {
  const label = value.trim();
  if (label === '' || label.length > LONGEST_LABEL)
    throw new InvalidArgumentError(`Use at most ${LONGEST_LABEL} characters, or none.`);
  return label === 'none' ? null : label;
}

/** `service-2=0.0005`, in dollars per second; repeated for each model. */
export function parseModelPrice(
  value: string,
  earlier: Partial<Record<ServiceModelId, MicroUsd>> = {},
): Partial<Record<ServiceModelId, MicroUsd>> {
  const [model = '', usd = ''] = value.split('=', 2);
  if (!isModelId(model))
    throw new InvalidArgumentError(`Use MODEL=USD, in dollars per second, for example ${MODEL_IDS[0]}=0.0005.`);
  return { ...earlier, [model]: parseUsd(usd) };
}

/** Words for what isn't one. */
export const USD_EXPECTED = 'Use an amount in dollars, for example 2.50.';

export function parseUsd(value: string): MicroUsd {
  const amount = readUsd(value);
  if (amount === null) throw new InvalidArgumentError(USD_EXPECTED);
  return amount;
}

/** Null for `none`. */
export function parseUsdOrNone(value: string): MicroUsd | null {
  if (value === 'none') return null;
  const amount = readUsd(value);
  if (amount === null) throw new InvalidArgumentError('Use an amount in dollars, for example 2.50, or none.');
  return amount;
}

export const parsePort = parseWhole(0, 65_535);

function oneOf(choices: readonly string[]): string {
  return `Use one of ${choices.join(', ')}.`;
}
