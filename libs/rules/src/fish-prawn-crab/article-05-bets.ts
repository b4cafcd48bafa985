import type { Refusal } from '../refusal.js';

/**
 * Article 5, the bets, as far as the excerpt contains them. The document's title, number and date
 * are not in the originals, nor are Articles 1 to 4 and items (a) to (g); Article 6 gives their
 * names.
 *
 * The faces of the dice and the ranges of Small and Big are missing, so the caller provides both.
 */
export interface Die {
  number: number;
  figure: string;
  colour: string;
}

export type Throw = readonly [Die, Die, Die];

export type DiceBet =
  | { type: 'small' | 'big' | 'anyThreeSameColour' | 'anyTriple' }
  | { type: 'figure' | 'specificTriple'; figure: string }
  | { type: 'oneOfColour' | 'twoOfColour' | 'threeOfColour'; colour: string }
  | { type: 'total'; total: number };

export type DiceBetType = DiceBet['type'];

const lowestTotal = 4;
const highestTotal = 17;

/** Refuses impossible dice: a face has one number, one figure and one colour. */
export function refuseFaces(dice: readonly Die[], faces: readonly Die[] = []): Refusal | undefined {
  const refuse = (detail: string) => ({ reason: 'impossible-face', clause: 'Art. 5', detail });
  const seen = [...faces];
  for (const die of dice) {
    const { number, figure } = die;
    if (!Number.isInteger(number) || number < 1 || number > 6) {
      return refuse(`A die shows 1 to 6, not ${number}.`);
    }
    const other = seen.find((face) => face.figure === figure || face.number === number);
    if (other === undefined) seen.push(die);
    else if (!isFace(die, other)) {
      const [one, two] = [die, other].map((face) => `${face.number} ${face.figure} ${face.colour}`);
      return refuse(`No dice show both ${one} and ${two}.`);
    }
  }
  return undefined;
}

function isFace({ number, figure, colour }: Die, face: Die): boolean {
  return face.number === number && face.figure === figure && face.colour === colour;
}

/** (h) "Specific triple: if all three dice show the chosen figure;" */
export function isSpecificTriple(dice: Throw, figure: string): boolean {
  return dice.every((die) => die.figure === figure);
}

/** (i) "any triple: if all three dice show the same figure;" */
export function isTriple(dice: Throw): boolean {
  return isSpecificTriple(dice, dice[0].figure);
}

/** (j) "the numbers, from 4 to 17, that are the sum of the numbers of the three dice." */
export function totalOf(dice: Throw): number {
  return dice.reduce((sum, { number }) => sum + number, 0);
}

export function isOfferedTotal(total: number): boolean {
  return Number.isInteger(total) && total >= lowestTotal && total <= highestTotal;
}
