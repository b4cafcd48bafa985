import type { AwardAct } from '#pools';

/** The data of an act on an award. */
export type AwardActData<Type extends AwardAct['type']> = Extract<AwardAct, { type: Type }>['data'];
