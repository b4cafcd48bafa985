/** The values of one measure, one from each round. */
export type Rounds = readonly number[];
/** The figures of one round, each by its name. */
export type Round = Readonly<Record<string, number>>;
export type Figures = Readonly<Record<string, Rounds>>;

/** The rounds of one candidate, size or load. */
export interface Row {
  readonly name: string;
  readonly figures: Figures;
}

/** The result of one section; `about` explains how it was measured, in lines. */
export interface Found {
  readonly about: readonly string[];
  readonly rows: readonly Row[];
}

/** The figures of all rounds; a figure that a round does not have is left out there. */
export function across(rounds: readonly Round[]): Figures {
  const names = Object.keys(rounds[0] ?? {});
  const known = names.filter((name) => rounds.every((round) => round[name] !== undefined));
  return Object.fromEntries(
    known.map((name) => [name, rounds.map((round) => round[name] as number)]),
  );
}

/** One divided by the other, round by round: what the machine did in a round affected both. */
export function ratioOf(one: Rounds = [], other: Rounds = []): Rounds {
  return one.map((value, round) => value / (other[round] ?? NaN));
}

/** The ratios of all figures that both rows have. */
export function ratioRow(name: string, one: Row, other: Row): Row {
  const both = Object.keys(one.figures).filter((figure) => other.figures[figure]);
  const ratios = both.map((figure) => [
    figure,
    ratioOf(one.figures[figure], other.figures[figure]),
  ]);
  return { name, figures: Object.fromEntries(ratios) as Figures };
}

/** The value below which this share of the sorted values lies, interpolated between two values. */
export function quantile(sorted: readonly number[], share: number): number {
  const index = (sorted.length - 1) * share;
  const below = sorted[Math.floor(index)] ?? NaN;
  const above = sorted[Math.ceil(index)] ?? NaN;
  return below + (above - below) * (index - Math.floor(index));
}

export function median(rounds: Rounds = []): number {
  return quantile(
    rounds.toSorted((one, other) => one - other),
    0.5,
  );
}

export function grouped(value: number, digits = 0): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return value.toLocaleString('en', options);
}

/** The median, followed by the minimum and the maximum. */
export function spread(rounds: Rounds, digits = 0): string {
  const [least, most] = [Math.min(...rounds), Math.max(...rounds)];
  const written = [median(rounds), least, most].map((value) => grouped(value, digits));
  return `${written[0]} (${written[1]}–${written[2]})`;
}
