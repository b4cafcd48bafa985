import type { KitJackpot } from '../house.js';
import type { Play } from '../play.js';

/** Abilities that not every controller has; a case that needs one may be left out. */
export type Extra = 'cards' | 'signing' | 'clock';

/** One demand on a table controller, and a way to try it. */
export interface TableCase {
  /** Group and name, as in `bet/late`. */
  readonly name: string;
  /** The clause that demands it. */
  readonly clause: string;
  /** The demand in one sentence. */
  readonly demand: string;
  /** Default: main. */
  readonly jackpot?: KitJackpot;
  /** Set if not every controller has it. */
  readonly extra?: Extra;
  readonly play: (play: Play) => Promise<void>;
}
