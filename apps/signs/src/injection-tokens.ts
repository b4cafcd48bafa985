/** Tokens of providers that have no class of ours. */
export const LOGGER = Symbol('LOGGER');
