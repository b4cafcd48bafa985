/** Black on white, for A4 sheets; Latin letters use a font of the printing machine. */
export const reportStyle = `
@page { size: A4 landscape; margin: 12mm;
  @bottom-right { content: counter(page) " / " counter(pages); font-size: 7pt; } }
* { box-sizing: border-box; margin: 0; }
html { background: #fff; color: #000; }
body { max-width: 273mm; margin: 0 auto;
  font: 8pt/1.3 "Noto Sans TC", "Noto Sans", Arial, sans-serif; }
.house { font-size: 11pt; font-weight: 700; }
h1 { font-size: 15pt; line-height: 1.3; padding-bottom: 1mm; border-bottom: 0.6mm solid #000; }
h2 { margin: 5mm 0 1mm; font-size: 9.5pt; break-after: avoid; }
dl { display: grid; grid-template-columns: 62mm 1fr; gap: 0.3mm 3mm; margin-top: 2mm; }
dd { overflow-wrap: anywhere; }
table { border-collapse: collapse; }
thead { display: table-header-group; }
th { text-align: left; vertical-align: bottom; font-size: 7pt; border-bottom: 0.3mm solid #000; }
th, td { padding: 0.5mm 2mm; }
td { vertical-align: top; border-bottom: 0.1mm solid #999; overflow-wrap: break-word; }
tr { break-inside: avoid; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th.number { white-space: normal; }
td.digest { font: 6pt/1.2 monospace; max-width: 34mm; overflow-wrap: anywhere; }
@media screen { body { margin: 10mm auto; padding: 0 4mm; } }
`;
