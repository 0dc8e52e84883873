/** A button that says why it can't be pressed now: to whoever points at it, reaches it by keyboard, or hears it. */

import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { type ComponentPropsWithoutRef, useId } from 'react';

interface ReasonButtonProps
  extends ButtonProps,
    Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps | 'disabled'> {
  /** Null when it can be pressed. It keeps the focus either way. */
  readonly reason: string | null;
}

export function ReasonButton({ reason, onClick, ...props }: ReasonButtonProps) {
  const described = useId();
  const isOff = reason !== null;
  return (
    <>
      <Tooltip label={reason ?? ''} disabled={!isOff} events={{ hover: true, focus: true, touch: true }}>
        <Button
          {...props}
          {...(isOff ? { 'aria-disabled': true, 'data-disabled': true, 'aria-describedby': described } : {})}
          onClick={(event) => {
            if (isOff) event.preventDefault();
            else onClick?.(event);
          }}
        />
      </Tooltip>
      {isOff && (
        <span id={described} className="visually-hidden">
          {reason}
        </span>
      )}
    </>
  );
}
