import { expect, test } from 'vitest';
import * as core from '../../../electron/core/strings.ts';
import { ACCOUNT_MESSAGES } from '../../../shared/domain/error-messages/account.ts';
import type { Message } from '../../../shared/domain/error-messages/message.ts';
import { ERROR_CODES, ERROR_MESSAGES } from '../../../shared/domain/error-messages/table.ts';
import { CleartakeError, inTerminal, textOf, toErrorRecord } from '../../../shared/domain/errors.ts';

const ONLY_ON_THE_DESK = /\bretry\b|under Connections|this row|button|click/i;

test('in a terminal no message speaks of what is only on the desk', () => {
  for (const code of ERROR_CODES) {
    const { final, message } = ERROR_MESSAGES[code];
    for (const one of [message, final ?? message]) expect(textOf(one, 'terminal')).not.toMatch(ONLY_ON_THE_DESK);
  }
});

test('nor do the messages of special cases', () => {
  const { CONNECTION, HISTORY, RECORDING, RESULT, START } = core;
  const messages: Message[] = [
    RECORDING.endsEarly('0:03', '0:10'),
    RECORDING.changedAfterResult,
    RECORDING.missingForExport,
    RECORDING.changedForExport,
    RESULT.otherLength('0:03.000', '0:10.000'),
    RESULT.modelPresent,
    RESULT.modelTooEarly,
    ...Object.values(START),
    CONNECTION.unsafeBaseUrl,
    CONNECTION.notAKey,
    CONNECTION.addressInUse,
    CONNECTION.inUse,
    CONNECTION.hasNotStarted,
    CONNECTION.openStarts(2, '“a.wav”'),
    CONNECTION.unfetched(1, '“a.wav”'),
    HISTORY.damaged,
    HISTORY.newerVersion,
    ...Object.values(ACCOUNT_MESSAGES).flatMap((messages) => Object.values(messages)),
  ];
  for (const message of messages) {
    expect(textOf(message, 'terminal')).not.toMatch(ONLY_ON_THE_DESK);
    expect(textOf(message, 'desk')).toMatch(/^[A-Z0-9].*\.$/);
    expect(textOf(message, 'desk')).not.toMatch(/`/);
  }
});

test('a message of its own place keeps what happened and has a command as the next step', () => {
  const { parts: _, ...table } = toErrorRecord(new CleartakeError('keyMissing'));
  const next = { desk: 'Retry.', terminal: 'Run `cleartake resume --failed`.' };
  const parts = { what: 'The recorder is off.', next };
  expect(inTerminal({ ...table, parts })).toBe('The recorder is off. Run `cleartake resume --failed`.');
});
