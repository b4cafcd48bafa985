/** Tokens of providers without a class of ours. */
export const ENV = Symbol('ENV');
export const KAFKA = Symbol('KAFKA');
export const OPEN_TOPIC = Symbol('OPEN_TOPIC');
