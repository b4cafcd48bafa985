/** Tokens of providers that have no class of ours. */
export const LOGGER = Symbol('LOGGER');
export const EXPECTED_SIGNS = Symbol('EXPECTED_SIGNS');
