/** The mark: five bars of a voice. */

export function BrandMark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 22 22" fill="none" aria-hidden="true">
      <path
        d="M2 11h.6M6.4 7.8v6.4M11 3.5v15M15.6 7v8M20 10.2v1.6"
        stroke="var(--ct-accent)"
        strokeWidth="2.3"
        strokeLinecap="round"
      />
    </svg>
  );
}
