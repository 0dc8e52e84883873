/** One line for everything that the desk has to say: the most urgent and newest of it, and the rest in a sheet below. */

import { Button, CloseButton, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type RefObject, useRef, useState } from 'react';
import { useQueue } from '../../../state/desk-context.ts';
import { STATUS_LINE } from '../strings.ts';
import { useConnectionMessages } from './connection-messages.tsx';
import { byNewest, type StatusMessage } from './message.ts';
import { useRunMessage } from './run-message.tsx';
import { useStandingMessages } from './standing-messages.tsx';
import classes from './status-line.module.css';

export function MessageLine() {
  const messages = byNewest([...useConnectionMessages(), ...useRunMessage(), ...useStandingMessages()]);
  const [first, ...others] = messages;
  const line = useRef<HTMLDivElement>(null);
  // Above no rows it keeps no room; it stays, for the focus.
  const isQuiet = useQueue(({ order }) => order.length === 0) && first === undefined;
  return (
    <div ref={line} className={classes.line} tabIndex={-1} data-quiet={isQuiet || undefined}>
      {first === undefined ? <Summary /> : <Message message={first} home={line} />}
      {others.length > 0 && <More messages={others} line={line} />}
    </div>
  );
}

/** Where there is nothing to say: what Start will do, or how much there is. The line stays, so that the rows never move. */
function Summary() {
  const count = useQueue((state) => state.order.length);
  const startable = useQueue(({ counts }) => counts.startable);
  const seconds = useQueue(({ changes, jobs }) => (changes < 0 ? 0 : secondsOf(jobs.values())));
  if (count === 0) return null;
  return (
    <span className={classes.summary}>
      {startable > 0 ? STATUS_LINE.ready(startable) : STATUS_LINE.summary(count, seconds)}
    </span>
  );
}

/** Rounded, so that few changes of the queue render it. */
function secondsOf(jobs: Iterable<{ readonly durationSeconds: number | null }>): number {
  let sum = 0;
  for (const { durationSeconds } of jobs) sum += durationSeconds ?? 0;
  return Math.round(sum);
}

function More({ messages, line }: { messages: readonly StatusMessage[]; line: Home }) {
  const sheet = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width="min(820px, 92vw)" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={classes.more}
          rightSection={<IconChevronDown size={13} stroke={2} />}
          onClick={() => setOpen(!open)}
        >
          {STATUS_LINE.more(messages.length)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown ref={sheet} className={classes.sheet} aria-label={STATUS_LINE.sheet} tabIndex={-1}>
        {messages.map((message) => (
          <Message key={message.id} message={message} home={messages.length > 1 ? sheet : line} />
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}

type Home = RefObject<HTMLElement | null>;

/** @param props.home gets the focus of the button that puts the message away */
function Message({ message, home }: { message: StatusMessage; home: Home }) {
  const { actions, dismiss, icon: Icon, label, onDismiss, text, title, tone } = message;
  return (
    <section className={classes.message} data-tone={tone} aria-label={label}>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={17} stroke={1.8} />
      </span>
      <span className={classes.words} title={[title, text].filter((part) => typeof part === 'string').join(' ')}>
        <b>{title}</b> <span>{text}</span>
      </span>
      <span className={classes.actions}>
        {actions}
        {onDismiss !== undefined && (
          <CloseButton
            size="sm"
            aria-label={dismiss}
            onClick={() => {
              onDismiss();
              home.current?.focus();
            }}
          />
        )}
      </span>
    </section>
  );
}
