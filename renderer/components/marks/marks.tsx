/** Small marks that every page uses (model pill, key cap, progress bar), and Cleartake's drawings: logo, voice, a voice before and after. */

import { IconCheck } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { VERDICT_WORDS } from '../../../shared/domain/history/strings.ts';
import { type ModelId, modelOf } from '../../../shared/domain/models.ts';
import { hueOf } from '../models/hue.ts';
import classes from './marks.module.css';

const LOGO_PATH = 'M2 11h.6M6.4 7.8v6.4M11 3.5v15M15.6 7v8M20 10.2v1.6';

const VOICE_PATH = 'M3.5 10.5v3M8 7v10M12.5 3.5v17M17 8v8M21 10.8v2.4';

const PICTURE_BARS = 88;

const PICTURE_HEIGHT = 92;

const PICTURE_STEP = 6;

/** Shows a model's version number in its color; screen readers get its full name. @param props.isKept whether the person decided for its result */
export function ModelPill({ isKept = false, model }: { isKept?: boolean; model: ModelId }) {
  const { label, shortLabel } = modelOf(model);
  return (
    <span
      className={`${classes.pill} cut`}
      style={{ '--hue': `var(${hueOf(model)})` } as CSSProperties}
      data-kept={isKept || undefined}
      title={isKept ? VERDICT_WORDS.keep(label) : undefined}
    >
      {isKept && <IconCheck size={11} stroke={3.2} aria-hidden="true" />}
      <span className="visually-hidden">{label.slice(0, -shortLabel.length)}</span>
      {shortLabel}
      {isKept && <span className="visually-hidden">{VERDICT_WORDS.keep('')}</span>}
    </span>
  );
}

export function KeyCap({ children }: { children: ReactNode }) {
  return <kbd className={classes.key}>{children}</kbd>;
}

interface ProgressTrackProps {
  /** 0 to 1. */
  readonly fraction: number;
  /** Pixels. */
  readonly height?: number;
  readonly failed?: boolean;
  /** Name of a color variable; the accent without one. */
  readonly hue?: string | undefined;
  /** Share that has failed for good, 0 to 1: drawn in red behind what is done. */
  readonly failedShare?: number;
}

/** Draws the bar only. The parent gives it its role and label. */
export function ProgressTrack({ fraction, height = 5, failed = false, failedShare = 0, hue }: ProgressTrackProps) {
  const color = hue === undefined || failed ? {} : { background: `var(${hue})` };
  return (
    <span className={classes.track} style={{ height }}>
      <span className={classes.fill} data-failed={failed} style={{ transform: `scaleX(${fraction})`, ...color }} />
      {failedShare > 0 && (
        <span className={classes.lost} style={{ left: `${fraction * 100}%`, width: `${failedShare * 100}%` }} />
      )}
    </span>
  );
}

export function BrandMark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 22 22" fill="none" aria-hidden="true">
      <path d={LOGO_PATH} stroke="var(--ct-accent)" strokeWidth="2.3" strokeLinecap="round" />
    </svg>
  );
}

/** Drawn like the Tabler icons beside it: 24 units, round ends, the current color. */
export function VoiceIcon({ size = 24, stroke = 2 }: { size?: number; stroke?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path d={VOICE_PATH} stroke="currentColor" strokeWidth={stroke} strokeLinecap="round" />
    </svg>
  );
}

/** A fixed drawing, not data: syllables are sums of sines, noise is a hash of the bar's index. */
function voiceAt(index: number): number {
  const phrase = Math.max(0, Math.sin(index * 0.21 + 0.2) * 0.75 + 0.28);
  return Math.min(1, phrase) * (0.42 + 0.58 * Math.abs(Math.sin(index * 0.83 + 0.6)));
}

function noiseAt(index: number): number {
  const hash = Math.sin(index * 127.1) * 43_758.5453;
  return 0.16 + 0.2 * (hash - Math.floor(hash));
}

/** A voice in noise on the left, the same voice without noise on the right. */
export function BeforeAfter() {
  const middle = PICTURE_BARS / 2;
  return (
    <svg
      className={classes.picture}
      viewBox={`0 0 ${PICTURE_BARS * PICTURE_STEP} ${PICTURE_HEIGHT}`}
      width={PICTURE_BARS * PICTURE_STEP}
      height={PICTURE_HEIGHT}
      aria-hidden="true"
    >
      {Array.from({ length: PICTURE_BARS }, (_, index) => {
        const voice = voiceAt(index % middle);
        const before = index < middle;
        const size = before ? Math.min(1, voice * 0.86 + noiseAt(index)) : voice * 0.94;
        const height = Math.max(3, size * PICTURE_HEIGHT * 0.92);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
            key={index}
            x={index * PICTURE_STEP + 1}
            y={(PICTURE_HEIGHT - height) / 2}
            width={3}
            height={height}
            rx={1.5}
            fill={before ? 'var(--ct-wave-original)' : 'var(--ct-accent)'}
            opacity={before ? 0.75 : 1}
          />
        );
      })}
      <line
        x1={middle * PICTURE_STEP - 0.5}
        x2={middle * PICTURE_STEP - 0.5}
        y1={0}
        y2={PICTURE_HEIGHT}
        stroke="var(--ct-playhead)"
        strokeWidth={1.5}
      />
    </svg>
  );
}
