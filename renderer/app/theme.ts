/** The theme: accent, neutral scale, type and waveform colors, for light and dark. */

import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const accent: MantineColorsTuple = [
  '#e6f7f2',
  '#cdeee4',
  '#9adfcb',
  '#66d2b3',
  '#3ec9a7',
  '#22ae8d',
  '#12967a',
  '#09745d',
  '#076b56',
  '#045443',
];

/** Mantine uses index 0 as the text color of the dark scheme and index 7 as its background. */
const dark: MantineColorsTuple = [
  '#e7ebee',
  '#b9c3ca',
  '#98a4ad',
  '#5f6b74',
  '#2f373d',
  '#262c31',
  '#1b2024',
  '#0f1214',
  '#0b0e10',
  '#07090a',
];

const gray: MantineColorsTuple = [
  '#f6f7f8',
  '#f0f2f3',
  '#e4e8ea',
  '#d6dcdf',
  '#c2cace',
  '#a3adb3',
  '#7b8790',
  '#56626b',
  '#333d44',
  '#182025',
];

/** Gives buttons and plain icons the page's own colors. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant === 'light' && (input.color ?? 'accent') === 'accent') {
    return {
      ...colors,
      background: 'var(--ct-accent-soft)',
      hover: 'var(--ct-accent-soft-hover)',
      color: 'var(--ct-accent)',
    };
  }
  if (input.variant === 'filled' && (input.color ?? 'accent') === 'accent') {
    return {
      ...colors,
      background: 'var(--ct-accent)',
      hover: 'var(--ct-accent-hover)',
      color: 'var(--ct-accent-ink)',
    };
  }
  if (input.variant === 'subtle' && input.color === 'gray') {
    return { ...colors, color: 'var(--ct-dim)', hover: 'var(--ct-raise)', hoverColor: 'var(--ct-text)' };
  }
  return colors;
};

/** Where menus and popovers are rendered: within the page's main landmark. */
export const LAYER_ID = 'layer';

const portalProps = { target: `#${LAYER_ID}` };

export const theme = createTheme({
  variantColorResolver,
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.36,
  colors: { accent, dark, gray },
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '620' },
  defaultRadius: 8,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '20px' },
  components: {
    Button: { defaultProps: { size: 'sm', variant: 'default', fw: 500 } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Tooltip: {
      defaultProps: { openDelay: 350, multiline: true, maw: 340, fz: 12, transitionProps: { duration: 90 } },
    },
    // A menu may contain items only: the focus begins on the first of them.
    Menu: {
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 90 },
        withinPortal: true,
        withInitialFocusPlaceholder: false,
        portalProps,
      },
    },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } },
      styles: { root: { border: '1px solid var(--ct-line-strong)' }, description: { color: 'var(--ct-dim)' } },
    },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 90 }, portalProps } },
    Combobox: { defaultProps: { portalProps } },
    Modal: {
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        // Its element would count as a second banner of the page.
        attributes: { header: { role: 'presentation' } },
        radius: 12,
        transitionProps: { duration: 110, transition: 'fade' },
        overlayProps: { backgroundOpacity: 0.34, blur: 1.5 },
      },
      styles: {
        content: { background: 'var(--ct-panel)', border: '1px solid var(--ct-line)' },
        header: { background: 'var(--ct-panel)' },
        title: { fontSize: 15, fontWeight: 620, letterSpacing: '-0.01em', lineHeight: 1.3, overflowWrap: 'anywhere' },
      },
    },
    Checkbox: { defaultProps: { size: 'xs', radius: 4 } },
  },
});

/** The page's variables (`--ct-…`). Every color outside Mantine's components comes from here. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--ct-rail': '76px', '--ct-top': '40px', '--ct-foot': '36px' },
  light: {
    '--mantine-color-body': '#f6f7f8',
    '--mantine-color-text': '#182025',
    '--mantine-color-default': '#ffffff',
    '--mantine-color-default-hover': '#f4f6f7',
    '--mantine-color-default-border': '#d9dfe2',
    '--mantine-color-dimmed': '#56626b',
    '--mantine-color-placeholder': '#717d86',
    '--mantine-color-error': '#bd3430',
    '--ct-panel': '#ffffff',
    '--ct-raise': '#f0f2f3',
    '--ct-hover': '#f2f5f5',
    '--ct-line': '#e1e5e8',
    '--ct-line-strong': '#cdd5d9',
    '--ct-text': '#182025',
    '--ct-dim': '#56626b',
    '--ct-faint': '#5f6b74',
    '--ct-accent': '#09745d',
    '--ct-accent-ink': '#ffffff',
    '--ct-accent-hover': '#076b56',
    '--ct-accent-soft': 'rgb(15 157 124 / 0.11)',
    '--ct-accent-soft-hover': 'rgb(15 157 124 / 0.18)',
    '--ct-accent-line': 'rgb(15 157 124 / 0.36)',
    '--ct-selected': '#e6f4f0',
    '--ct-warn': '#94620a',
    '--ct-warn-soft': 'rgb(181 122 13 / 0.1)',
    '--ct-bad': '#bd3430',
    '--ct-bad-soft': 'rgb(201 66 62 / 0.08)',
    '--ct-track': '#e3e7ea',
    '--ct-wave-original': '#98a4ad',
    '--ct-wave-ghost': '#dfe4e7',
    '--ct-model-2': '#0c8a6d',
    '--ct-model-35': '#6d4fd8',
    '--ct-model-own': '#1c6fc0',
    '--ct-playhead': '#182025',
    '--ct-playhead-edge': 'rgb(255 255 255 / 0.7)',
    '--ct-shadow': '0 1px 2px rgb(16 32 40 / 0.05)',
    '--ct-check-line': '#7d878e',
    '--ct-check-mark': '#ffffff',
    '--ct-tip': '#182025',
    '--ct-tip-text': '#ffffff',
    '--ct-mark-blue': '#1c5fc9',
    '--ct-mark-cyan': '#0b6c85',
    '--ct-mark-lime': '#4c6a06',
    '--ct-mark-orange': '#a04308',
    '--ct-mark-brown': '#7b5230',
    '--ct-mark-pink': '#b3277d',
    '--ct-mark-violet': '#6c3fc8',
    '--ct-mark-gray': '#56626b',
  },
  dark: {
    '--mantine-color-body': '#0f1214',
    '--mantine-color-text': '#e7ebee',
    '--mantine-color-default': '#1b2024',
    '--mantine-color-default-hover': '#22282d',
    '--mantine-color-default-border': '#2f373d',
    '--mantine-color-dimmed': '#98a4ad',
    '--mantine-color-placeholder': '#7d8992',
    '--mantine-color-error': '#f3817e',
    '--ct-panel': '#15191c',
    '--ct-raise': '#1b2024',
    '--ct-hover': '#191e22',
    '--ct-line': '#262c31',
    '--ct-line-strong': '#39434a',
    '--ct-text': '#e7ebee',
    '--ct-dim': '#98a4ad',
    '--ct-faint': '#8a969f',
    '--ct-accent': '#3ec9a7',
    '--ct-accent-ink': '#06231c',
    '--ct-accent-hover': '#5bd6b8',
    '--ct-accent-soft': 'rgb(62 201 167 / 0.14)',
    '--ct-accent-soft-hover': 'rgb(62 201 167 / 0.22)',
    '--ct-accent-line': 'rgb(62 201 167 / 0.4)',
    '--ct-selected': '#182624',
    '--ct-warn': '#e8b04b',
    '--ct-warn-soft': 'rgb(232 176 75 / 0.12)',
    '--ct-bad': '#f3817e',
    '--ct-bad-soft': 'rgb(239 111 108 / 0.12)',
    '--ct-track': '#262c31',
    '--ct-wave-original': '#7d8a94',
    '--ct-wave-ghost': '#2a3238',
    '--ct-model-2': '#3ec9a7',
    '--ct-model-35': '#a78bfa',
    '--ct-model-own': '#6fb1f5',
    '--ct-playhead': '#ffffff',
    '--ct-playhead-edge': 'rgb(0 0 0 / 0.35)',
    '--ct-shadow': 'none',
    '--ct-check-line': '#737f88',
    '--ct-check-mark': '#000000',
    '--ct-tip': '#e4e8ea',
    '--ct-tip-text': '#000000',
    '--ct-mark-blue': '#82b1ff',
    '--ct-mark-cyan': '#5ccbe3',
    '--ct-mark-lime': '#b4d155',
    '--ct-mark-orange': '#ffa569',
    '--ct-mark-brown': '#d3a67e',
    '--ct-mark-pink': '#f78fc8',
    '--ct-mark-violet': '#b9a0ff',
    '--ct-mark-gray': '#a9b4bc',
  },
});
