import type { KitJackpot } from '../house.js';
import type { Play } from '../play.js';

/** What not every controller has; a case of it may be left out. */
export type Extra = 'cards' | 'signing' | 'clock';

/** One demand on a table controller, and how it is tried. */
export interface TableCase {
  /** Group and name, as in `bet/late`. */
  readonly name: string;
  /** Where it is demanded. */
  readonly clause: string;
  /** What is demanded, in a sentence. */
  readonly demand: string;
  /** Default: main. */
  readonly jackpot?: KitJackpot;
  /** Set where not every controller has it. */
  readonly extra?: Extra;
  readonly play: (play: Play) => Promise<void>;
}
