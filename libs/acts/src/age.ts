const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** `2 d 3 h`, `3 h 5 min` or `5 min`: by the clock of this machine. */
export function ageInWords(ms: number): string {
  const days = Math.floor(ms / dayMs);
  const hours = Math.floor((ms % dayMs) / hourMs);
  const minutes = Math.floor((ms % hourMs) / minuteMs);
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} min` : `${Math.max(0, minutes)} min`;
}

/** Age of an award, by the clock of this machine. */
export function ageOfAward({ recordedAt }: { readonly recordedAt: string }): string {
  return ageInWords(Date.now() - Date.parse(recordedAt));
}
