/** A part of a whole, 0.0308 as `3.08 %`. */
export function formatPart(part: number): string {
  return `${(part * 100).toFixed(2)} %`;
}

/** Basis points as `7.5 %`. */
export function formatPercent(basisPoints: number): string {
  return `${basisPoints / 100} %`;
}
