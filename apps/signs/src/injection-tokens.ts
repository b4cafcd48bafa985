/** Tokens of providers that have no class of ours. */
export const LOG = Symbol('LOG');
export const EXPECTED_SIGNS = Symbol('EXPECTED_SIGNS');
