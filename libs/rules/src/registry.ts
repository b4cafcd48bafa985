/** The rulesets; `remark` says what is missing in the available originals. */
export const games = ['fortune-3-card-poker', 'three-card-baccarat', 'fish-prawn-crab'] as const;

export type Game = (typeof games)[number];

interface RulesetInfo {
  id: RulesetId;
  game: Game;
  despacho: string;
  /** Day of publication, as `2025-11-10`; null if the publication is not among the originals. */
  published: string | null;
  /** The first day, as `2025-11-18`; null if it is unknown. */
  inForceFrom: string | null;
  /** The last day; null while it is in force, or if the end is unknown. */
  inForceUntil: string | null;
  source: string;
  /** Tells whether the game has the Progressive Jackpot. */
  jackpot: boolean;
  remark: string | null;
}

export const rulesetIds = [
  'fortune-3-card-poker/78-2008',
  'fortune-3-card-poker/97-2008',
  'fortune-3-card-poker/89-2025',
  'fortune-3-card-poker/94-2025',
  'three-card-baccarat/22-96-m',
  'fish-prawn-crab/excerpt',
] as const;

export type RulesetId = (typeof rulesetIds)[number];

const rulesets = {
  'fortune-3-card-poker/78-2008': {
    despacho: 'Despacho do Secretário para a Economia e Finanças n.º 78/2008',
    published: '2008-08-11',
    inForceFrom: '2008-08-12',
    inForceUntil: '2008-12-15',
    source: 'Macau Official Gazette 32/2008, Series I, 11 August 2008, pp. 814-818',
    jackpot: false,
    remark: null,
  },
  'fortune-3-card-poker/97-2008': {
    despacho: 'Despacho n.º 78/2008 with Article 9 of despacho n.º 97/2008',
    published: '2008-12-15',
    inForceFrom: '2008-12-16',
    inForceUntil: '2025-11-10',
    source: 'Macau Official Gazette 50/2008, Series I, 15 December 2008, pp. 1299-1300',
    jackpot: false,
    remark: 'The day of publication is not in the original; it is from a copy of the Gazette.',
  },
  'fortune-3-card-poker/89-2025': {
    despacho: 'Despacho do Secretário para a Economia e Finanças n.º 89/2025, as published',
    published: '2025-11-10',
    inForceFrom: '2025-11-11',
    inForceUntil: '2025-11-17',
    source: 'Macau Official Gazette 45/2025, Series I, 10 November 2025',
    jackpot: true,
    remark: null,
  },
  'fortune-3-card-poker/94-2025': {
    despacho: 'Despacho n.º 89/2025 with Article 7 of despacho n.º 94/2025',
    published: '2025-11-17',
    inForceFrom: '2025-11-18',
    inForceUntil: null,
    source: 'Macau Official Gazette 46/2025, Series I, 17 November 2025, pp. 10-11',
    jackpot: true,
    remark: 'Not among the originals and seen in part; its first day is to be confirmed.',
  },
  'three-card-baccarat/22-96-m': {
    despacho: 'Portaria n.º 22/96/M',
    published: '1996-02-12',
    inForceFrom: null,
    inForceUntil: null,
    source: 'Macau Official Gazette, Series I, 12 February 1996',
    jackpot: false,
    remark:
      'It does not say when it comes into force. An amendment, Portaria 219/96/M, is known by ' +
      'name only and is not in this ruleset.',
  },
  'fish-prawn-crab/excerpt': {
    despacho: 'The end of a regulation whose title, number and date are missing',
    published: null,
    inForceFrom: null,
    inForceUntil: null,
    source: 'The page of the Macau Official Gazette before Portaria n.º 22/96/M',
    jackpot: false,
    remark: 'Articles 5(h)-(j), 6 and 7 alone; revoked long ago by what is known of it.',
  },
} as const satisfies Record<RulesetId, Omit<RulesetInfo, 'id' | 'game'>>;

export function isRulesetId(id: string): id is RulesetId {
  return (rulesetIds as readonly string[]).includes(id);
}

export function findRuleset(id: string): RulesetInfo | undefined {
  return isRulesetId(id) ? { id, game: id.split('/')[0] as Game, ...rulesets[id] } : undefined;
}

/**
 * The ruleset of a game on a day, as `2025-11-18`; by its publication if the first day is unknown.
 */
export function rulesetInForce(game: Game, day: string): RulesetInfo | undefined {
  return rulesetIds
    .map((id) => findRuleset(id)!)
    .find((ruleset) => {
      const first = ruleset.inForceFrom ?? ruleset.published;
      if (ruleset.game !== game || first === null || day < first) return false;
      return ruleset.inForceUntil === null || day <= ruleset.inForceUntil;
    });
}
