/** A figure that was asked for, beside what was reached. */
export interface Figure {
  readonly name: string;
  readonly asked: number;
  readonly aim: number | null;
  readonly reached: number;
  readonly unit: Unit;
  readonly isMet: boolean;
}

type Unit = '' | '%' | 'KB' | 'MB' | 'ms';

export function atLeast(name: string, reached: number, asked: number, aim: number | null): Figure {
  return { name, asked, aim, reached, unit: '', isMet: reached >= asked };
}

export function atMost(
  name: string,
  reached: number,
  asked: number,
  aim: number | null,
  unit: Unit = '',
): Figure {
  return { name, asked, aim, reached, unit, isMet: reached <= asked };
}
