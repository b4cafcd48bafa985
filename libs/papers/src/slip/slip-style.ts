/** Black on white, for one sheet of A4; Latin letters use a font of the printing machine. */
export const slipStyle = `
@page { size: A4 portrait; margin: 10mm 15mm; }
* { box-sizing: border-box; margin: 0; }
html { background: #fff; color: #000; }
body { position: relative; max-width: 180mm; min-height: 270mm; margin: 0 auto;
  overflow-wrap: anywhere;
  font: 9.5pt/1.3 "Noto Sans TC", "Noto Sans", Arial, sans-serif; }
small, dt { font-size: 8pt; }
header { display: flex; justify-content: space-between; gap: 6mm; padding-bottom: 2mm;
  border-bottom: 0.6mm solid #000; }
h1 { font-size: 17pt; line-height: 1.2; }
h2 { margin: 2mm 0 0.5mm; font-size: 9.5pt; border-bottom: 0.2mm solid #000; }
.number { flex: none; max-width: 50%; text-align: right; }
.number b { font-size: 20pt; line-height: 1; }
.status { margin: 2mm 0; padding: 1mm 3mm; border: 0.4mm solid #000; }
.status b { font-size: 12pt; }
.status span { margin-left: 4mm; }
dl { display: grid; grid-template-columns: 58mm 1fr; gap: 0.2mm 3mm; align-items: baseline; }
.money { margin: 2mm 0; padding: 1.5mm 3mm; border: 0.6mm solid #000; }
.amount { font-size: 24pt; font-weight: 700; line-height: 1.15; font-variant-numeric: tabular-nums; }
.words { display: grid; grid-template-columns: 20mm 1fr; gap: 3mm; align-items: baseline;
  margin-top: 0.8mm; }
table { width: 100%; border-collapse: collapse; }
td { padding: 0.4mm 3mm 0.4mm 0; vertical-align: top; font-size: 8pt; }
td:last-child { padding-right: 0; text-align: right; }
ul { display: grid; grid-template-columns: 1fr 1fr; gap: 0 8mm; padding: 0; list-style: none; }
li { margin-top: 7mm; padding-top: 0.5mm; border-top: 0.2mm solid #000; font-size: 8pt; }
footer { margin-top: 3mm; padding-top: 1mm; border-top: 0.6mm solid #000; }
footer dd { font-size: 8pt; }
section, tr, li { break-inside: avoid; }
.mark { position: absolute; inset: 0; display: flex; flex-direction: column; overflow: hidden;
  justify-content: space-around; align-items: center; font-weight: 900; opacity: 0.45; }
.mark span { font-size: 84pt; line-height: 1; white-space: nowrap; transform: rotate(-24deg); }
@media screen { body { margin: 10mm auto; } }
`;
