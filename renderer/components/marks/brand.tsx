/** Cleartake's own drawings: the logo, the voice icon, and the picture of a voice before and after. */

import classes from './brand.module.css';

const MARK = 'M2 11h.6M6.4 7.8v6.4M11 3.5v15M15.6 7v8M20 10.2v1.6';
const VOICE = 'M3.5 10.5v3M8 7v10M12.5 3.5v17M17 8v8M21 10.8v2.4';

export function BrandMark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 22 22" fill="none" aria-hidden="true">
      <path d={MARK} stroke="var(--ct-accent)" strokeWidth="2.3" strokeLinecap="round" />
    </svg>
  );
}

/** Drawn like the Tabler icons beside it: 24 units, round ends, the current color. */
export function VoiceIcon({ size = 24, stroke = 2 }: { size?: number; stroke?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path d={VOICE} stroke="currentColor" strokeWidth={stroke} strokeLinecap="round" />
    </svg>
  );
}

const BARS = 88;
const HEIGHT = 92;
const STEP = 6;

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
  const middle = BARS / 2;
  return (
    <svg
      className={classes.picture}
      viewBox={`0 0 ${BARS * STEP} ${HEIGHT}`}
      width={BARS * STEP}
      height={HEIGHT}
      aria-hidden="true"
    >
      {Array.from({ length: BARS }, (_, index) => {
        const voice = voiceAt(index % middle);
        const before = index < middle;
        const size = before ? Math.min(1, voice * 0.86 + noiseAt(index)) : voice * 0.94;
        const height = Math.max(3, size * HEIGHT * 0.92);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
            key={index}
            x={index * STEP + 1}
            y={(HEIGHT - height) / 2}
            width={3}
            height={height}
            rx={1.5}
            fill={before ? 'var(--ct-wave-original)' : 'var(--ct-accent)'}
            opacity={before ? 0.75 : 1}
          />
        );
      })}
      <line
        x1={middle * STEP - 0.5}
        x2={middle * STEP - 0.5}
        y1={0}
        y2={HEIGHT}
        stroke="var(--ct-playhead)"
        strokeWidth={1.5}
      />
    </svg>
  );
}
