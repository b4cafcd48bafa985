/** Injection tokens of what is not a class of ours. */
export const ENV = Symbol('ENV');
export const KAFKA = Symbol('KAFKA');
export const REDIS = Symbol('REDIS');
export const LOG_SINK = Symbol('LOG_SINK');
