/** Arrangements that pages, cards and dialogs share, on Mantine's Group and Stack. */

import { Group, Stack, Text, type TextProps } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';

interface PartProps {
  readonly children: ReactNode;
  /** Pixels above it. */
  readonly mt?: number;
}

/** The parts of a dialog, one below the other. */
export function DialogBody({ children, gap = 16 }: { readonly children: ReactNode; readonly gap?: number }) {
  return <Stack gap={gap}>{children}</Stack>;
}

interface FormProps extends ComponentProps<'form'> {
  readonly gap: number;
  /** Pixels above it. */
  readonly mt?: number;
}

/** A form whose fields stand one below the other. */
export function Form({ gap, mt = 0, ...form }: FormProps) {
  return <form {...form} style={{ display: 'flex', flexDirection: 'column', gap, marginTop: mt }} />;
}

/** The buttons that end a dialog or a form, at its right edge. */
export function Foot({ children, mt = 0 }: PartProps) {
  return (
    <Group gap={8} align="stretch" justify="flex-end" mt={mt}>
      {children}
    </Group>
  );
}

/** Buttons side by side. */
export function Buttons({ children, mt = 0 }: PartProps) {
  return (
    <Group gap={8} align="stretch" mt={mt}>
      {children}
    </Group>
  );
}

/** A sentence that changes while its dialog is open. Its line is there before it. */
export function StatusLine({ children }: { readonly children: ReactNode }) {
  return (
    <p role="status" style={{ minHeight: 20, margin: 0 }}>
      {children}
    </p>
  );
}

interface QuietTextProps extends TextProps {
  readonly children: ReactNode;
  /** Within a line, instead of a paragraph. */
  readonly span?: boolean;
  readonly role?: string;
  readonly title?: string;
}

/** Words that explain, in the quiet color and the type around them. */
export function QuietText({ span = false, ...text }: QuietTextProps) {
  return <Text component={span ? 'span' : 'p'} inherit c="var(--ct-dim)" {...text} />;
}
