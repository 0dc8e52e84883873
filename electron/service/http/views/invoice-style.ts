/** The style of an invoice: for print, small screens, light and dark. */

export const INVOICE_STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#eef0f3, #101216);
  --sheet: light-dark(#ffffff, #191c22);
  --ink: light-dark(#1b1f26, #e8eaee);
  --quiet: light-dark(#5c6470, #9aa3b0);
  --rule: light-dark(#dde1e7, #2d323b);
  --good: light-dark(#12683d, #7fd6a6);
  --good-ground: light-dark(#e2f4ea, #14311f);
  --bad: light-dark(#9c1f2e, #ff9aa5);
  --bad-ground: light-dark(#fde8ea, #3a161b);
  --calm-ground: light-dark(#eceff3, #262b34);
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--page); color: var(--ink); font: 15px/1.55 ui-sans-serif, system-ui, "Segoe UI", Inter, sans-serif; padding: 2.5rem 1rem; }
main { background: var(--sheet); border: 1px solid var(--rule); border-radius: 12px; margin: 0 auto; max-width: 46rem; padding: 3rem; }
header { align-items: start; display: grid; gap: 0.5rem 1rem; grid-template-columns: 1fr auto; }
.issuer { font-size: 1.05rem; font-weight: 650; grid-row: span 2; }
.issuer span { color: var(--quiet); display: block; font-size: 0.85rem; font-weight: 400; }
h1 { font-size: 1.75rem; font-weight: 650; letter-spacing: -0.02em; line-height: 1.2; text-align: right; }
.status { border-radius: 99px; font-size: 0.85rem; font-weight: 600; justify-self: end; padding: 0.15rem 0.75rem; background: var(--calm-ground); }
.status.paid { background: var(--good-ground); color: var(--good); }
.status.declined { background: var(--bad-ground); color: var(--bad); }
.facts { border-block: 1px solid var(--rule); display: grid; gap: 1rem 1.5rem; grid-template-columns: repeat(4, 1fr); margin: 2.25rem 0; padding: 1.25rem 0; }
.facts dt, thead th { color: var(--quiet); font-size: 0.8rem; font-weight: 500; }
.facts dd { overflow-wrap: anywhere; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; }
th { font-weight: 500; text-align: left; }
td, thead th:not(:first-child) { text-align: right; white-space: nowrap; }
.lines th, .lines td { border-bottom: 1px solid var(--rule); padding: 0.6rem 0 0.6rem 1rem; }
.lines th:first-child { padding-left: 0; }
.empty { border-bottom: 1px solid var(--rule); color: var(--quiet); padding-bottom: 1.25rem; }
.sums { margin: 1.25rem 0 0 auto; width: min(100%, 22rem); }
.sums th, .sums td { padding: 0.25rem 0; }
.sums tbody th { color: var(--quiet); font-weight: 400; }
.sums tfoot th, .sums tfoot td { border-top: 2px solid var(--ink); font-size: 1.25rem; font-weight: 650; padding-top: 0.6rem; }
.sums small { color: var(--quiet); font-size: 0.8rem; font-weight: 500; }
.sums tbody tr:last-child > * { padding-bottom: 0.7rem; }
footer { color: var(--quiet); font-size: 0.8rem; margin-top: 3rem; }
footer p + p { margin-top: 0.75rem; }
.reference { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 0.72rem; overflow-wrap: anywhere; }
@media (max-width: 40rem) {
  body { padding: 0; }
  main { border: 0; border-radius: 0; padding: 1.5rem 1.25rem; }
  .facts { grid-template-columns: 1fr 1fr; }
  .lines thead { display: none; }
  .lines tr { border-bottom: 1px solid var(--rule); display: block; padding: 0.75rem 0; }
  .lines th, .lines td { border: 0; display: flex; justify-content: space-between; padding: 0.1rem 0; }
  .lines th { font-weight: 650; }
  .lines td::before { color: var(--quiet); content: attr(data-label); }
}
@media print {
  :root { color-scheme: light; }
  @page { margin: 18mm; }
  body { background: none; padding: 0; }
  main { border: 0; max-width: none; padding: 0; }
  tr, footer { break-inside: avoid; }
}
`;
