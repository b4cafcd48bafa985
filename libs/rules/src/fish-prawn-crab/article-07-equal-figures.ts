import { isTriple, type Throw } from './article-05-bets.js';

/**
 * Article 7, equal figures. From the excerpt; title, number and date are missing.
 *
 * "The bets on Small or on Big lose when the three dice show equal figures." Other bets are not
 * touched.
 */
export function losesOnTriple(dice: Throw): boolean {
  return isTriple(dice);
}
