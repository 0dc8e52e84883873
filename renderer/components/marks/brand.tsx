/** The mark, five bars of a voice, and the same bars as an icon among others. */

const MARK = 'M2 11h.6M6.4 7.8v6.4M11 3.5v15M15.6 7v8M20 10.2v1.6';
const VOICE = 'M3.5 10.5v3M8 7v10M12.5 3.5v17M17 8v8M21 10.8v2.4';

export function BrandMark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 22 22" fill="none" aria-hidden="true">
      <path d={MARK} stroke="var(--ct-accent)" strokeWidth="2.3" strokeLinecap="round" />
    </svg>
  );
}

/** Drawn like the icons of the set beside it: 24 units, round ends, the current colour. */
export function VoiceIcon({ size = 24, stroke = 2 }: { size?: number; stroke?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path d={VOICE} stroke="currentColor" strokeWidth={stroke} strokeLinecap="round" />
    </svg>
  );
}
