/** Injection tokens of what is not a class of ours. */
export const REDIS = Symbol('REDIS');
export const LOGGER = Symbol('LOGGER');
