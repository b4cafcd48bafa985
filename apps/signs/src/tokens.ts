/** Injection tokens of what is not a class of ours. */
export const REDIS = Symbol('REDIS');
export const SUBSCRIBER = Symbol('SUBSCRIBER');
export const LOGGER = Symbol('LOGGER');
