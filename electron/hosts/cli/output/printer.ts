/**
 * Every word of the command line goes through here: no other file of it may name the streams, which the layer test holds it to. Words may come
 * from a service, a file name or a webhook, so each line is made harmless as it is written, whatever was done to it before.
 */

import { printable, printableLines } from '../../../platform/security/harmless-text.ts';

/** Columns that what is happening now takes at most. */
const LONGEST_IN_PLACE = 60;

type Lines = string | readonly string[];

export const BYTE_ORDER_MARK = '\ufeff';

/** What a command was asked for, on standard output: a line, or several at once. */
export function print(lines: Lines): void {
  process.stdout.write(written(lines));
}

/** Messages to the person meanwhile, on standard error. */
export function say(lines: Lines): void {
  process.stderr.write(written(lines));
}

/**
 * A text for standard output whose line breaks are the program's own: a table for spreadsheets, a page of help. A byte order mark in front
 * stays: spreadsheets know UTF-8 by it.
 */
export function printText(text: string): void {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  process.stdout.write(`${mark}${printableLines(text.slice(mark.length))}`);
}

/** The same for standard error. */
export function sayText(text: string): void {
  process.stderr.write(printableLines(text));
}

/** Resolves once a line has left for standard output. @throws when nobody reads it any more */
export function printed(line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(written(line), (failure) => (failure ? reject(failure) : resolve()));
  });
}

/** A question without a line break behind it, on standard error. */
export function ask(question: string): void {
  process.stderr.write(printable(question));
}

/** What is happening now, in place of the message before; on a terminal only. */
export function sayInPlace(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${printable(line)}`);
}

/** Takes that message away. */
export function clearInPlace(): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${' '.repeat(LONGEST_IN_PLACE)}\r`);
}

/** Columns of the terminal that standard output is; null where it is none. */
export function terminalColumns(): number | null {
  return process.stdout.isTTY ? process.stdout.columns : null;
}

/** Calls the listener when nobody reads what is written any more. */
export function onReaderGone(listener: () => void): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', listener);
}

function written(lines: Lines): string {
  if (lines.length === 0 && typeof lines !== 'string') return '';
  return `${typeof lines === 'string' ? printable(lines) : lines.map(printable).join('\n')}\n`;
}
