/** Tokens of providers that have no class of ours. */
export const LOG = Symbol('LOG');
