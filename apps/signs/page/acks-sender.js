/**
 * Sends the acknowledgements of a sign with a name. Nothing waits for an answer, no acknowledgement
 * is repeated, and at most two are under way if the gateway does not answer.
 */
import { AckPace } from './acks.js';

const GIVE_UP_AFTER_MS = 4_000;
const MOST_UNDER_WAY = 2;

export class AcksSender {
  #url;
  #headers;
  /** @type {Map<string, AckPace>} */
  #paces = new Map();
  #underWay = 0;

  /** @param {string} sign @param {string | null} token */
  constructor(sign, token) {
    this.#url = `../v1/signs/${encodeURIComponent(sign)}/acks`;
    this.#headers = {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    };
  }

  /**
   * Must be called in each animation frame that painted.
   * @param {import('./acks.js').Painted} painted
   * @param {number} now
   */
  painted(painted, now) {
    const pace = this.#paces.get(painted.jackpot) ?? new AckPace();
    this.#paces.set(painted.jackpot, pace);
    if (this.#underWay >= MOST_UNDER_WAY * this.#paces.size || !pace.isDue(painted, now)) return;
    void this.#send({
      ...painted,
      // The contract's word for this state (9.3).
      state: painted.state === 'live' ? 'running' : painted.state,
      value: Number(painted.value),
      paintedAt: new Date().toISOString(),
    });
  }

  /** @param {object} ack */
  async #send(ack) {
    this.#underWay += 1;
    try {
      const signal = AbortSignal.timeout(GIVE_UP_AFTER_MS);
      const request = { method: 'POST', headers: this.#headers, body: JSON.stringify(ack), signal };
      await fetch(this.#url, request);
    } catch {
      // The gateway notices silent signs; the sign itself can do nothing about it.
    } finally {
      this.#underWay -= 1;
    }
  }
}
