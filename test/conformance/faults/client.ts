import { inFile } from './planted.js';

const numbering = inFile('libs/table-client/src/table-file.ts', [
  [
    'a number is left out',
    'sequence/restart',
    /must be one more than/,
    'run(sequence + 1n)',
    'run(sequence + 2n)',
  ],
  [
    'what was not sent is forgotten in a power cut',
    'sequence/cut-unsent',
    /no round.dealt/,
    '    return rows.map(({ sequence, text, signature }) => ({',
    '    return rows.slice(rows.length).map(({ sequence, text, signature }) => ({',
  ],
  [
    'a signature is forgotten in a power cut',
    'signed/cut-unsent',
    /unsigned-claim/,
    '.run(sequence, text, signature ?? null);',
    '.run(sequence, text, signature ? null : null);',
  ],
]);

const sending = inFile('libs/table-client/src/sender.ts', [
  [
    'the pause that the gateway asks for is not made',
    'answer/unavailable',
    /The next try comes after 1 s/,
    'return Math.min(longestRetryMs, Math.max(retryAfterMs, this.backoffMs(longestUnsentRetryMs)));',
    'return Math.min(100, retryAfterMs + longestUnsentRetryMs);',
  ],
  [
    'what is not taken for the moment is dropped',
    'answer/unavailable',
    /sent again, 3 times/,
    'const isWrong = status === 400 || status === 413;',
    'const isWrong = status === 400 || status === 413 || status === 503;',
  ],
  [
    'what the gateway has too many of is dropped',
    'answer/busy',
    /sent again, 2 times/,
    'const isWrong = status === 400 || status === 413;',
    'const isWrong = status === 400 || status === 413 || status === 429;',
  ],
  [
    'what a wrong token has sent is dropped',
    'answer/unauthorized',
    /no round.dealt/,
    'const isWrong = status === 400 || status === 413;',
    'const isWrong = status === 400 || status === 413 || status === 401;',
  ],
  [
    'nobody is called for a wrong token',
    'answer/unauthorized',
    /call yes; .* shows no/,
    'this.parts.trouble(`The table’s events are not taken: ${error.message}`);',
    '',
  ],
  [
    'what is wrong is sent again without end',
    'answer/malformed',
    /bet of seat 2 give-back; .* shows wait/,
    'const isRefused = isWrong && first?.mayBeRepeated === false;',
    'const isRefused = isWrong && !first;',
  ],
  [
    'what is in the log counts as applied',
    'answer/refused-later',
    /bet of seat 1 give-back or ask; .* shows taken/,
    'else waiting.placed(event, answer?.offset);',
    'else waiting.judge(event, null);',
  ],
  [
    'what has come twice counts as applied',
    'answer/refusal-lost',
    /bet of seat 2 give-back; .* shows taken/,
    "if (answer?.outcome === 'applied') waiting",
    "if (answer?.outcome === 'applied' || answer?.['repeated' as 'refused']) waiting",
  ],
  [
    'an answer 500 counts as a refusal',
    'answer/server-error',
    /bet of seat 2 taken; .* shows give-back/,
    'const isWrong = status === 400 || status === 413;',
    'const isWrong = status === 400 || status === 413 || status === 500;',
  ],
  [
    'a lost answer counts as a refusal',
    'answer/lost',
    /bet of seat 2 taken; .* shows give-back/,
    'const isRefused = isWrong && first?.mayBeRepeated === false;',
    'const isRefused = (isWrong || status === undefined) && !!first;',
  ],
]);

const resending = inFile('libs/table-client/src/gateway.ts', [
  [
    'an answer of something between counts as one of the gateway',
    'answer/not-of-the-gateway',
    /sent again, 2 times/,
    '(HTTP ${status}).`);',
    '(HTTP ${status}).`, status);',
  ],
  [
    'an event that comes again has another time',
    'answer/lost',
    /bet of seat 2 taken; .* shows ask/,
    "body: isOne ? (first?.text ?? '') :",
    'body: isOne ? (first?.text ?? \'\').replace(/"time":"[^"]*"/, `"time":"${new Date().toISOString()}"`) :',
  ],
]);

const client = inFile('libs/table-client/src/table-client.ts', [
  [
    'a lost disk begins the counter at one',
    'sequence/disk-lost',
    /sequence-behind|must go on above|not taken|lamp on/,
    'own.begin(firstSequence(await gateway.state(new AbortController().signal)));',
    'own.begin(1n);',
  ],
  [
    'a lost disk begins by a clock that is behind',
    'sequence/disk-lost-clock-behind',
    /sequence-behind|must go on above|not taken|lamp on/,
    '  return byClock > bySequence ? byClock : bySequence;',
    '  return BigInt(Date.now()) * 1_000n + 0n * (byClock + bySequence);',
  ],
  [
    'a lost disk begins by a clock that is ahead',
    'sequence/disk-lost-clock-ahead',
    /sequence-ahead|not taken/,
    '  return byClock > bySequence ? byClock : bySequence;',
    '  return BigInt(Date.now()) * 1_000n + 0n * (byClock + bySequence);',
  ],
  [
    'a lost disk begins by the ledger’s clock alone',
    'sequence/disk-lost-far-ahead',
    /sequence-behind|must go on from|not taken|lamp on/,
    '  return byClock > bySequence ? byClock : bySequence;',
    '  return byClock + 0n * bySequence;',
  ],
  [
    'a lost disk goes on with the next number',
    'sequence/disk-lost-far-ahead',
    /must go on from/,
    'BigInt(sequence) + onItsWay;',
    'BigInt(sequence) + onItsWay / 1_000n;',
  ],
  [
    'a second controller is outrun after three seconds',
    'sequence/another-controller',
    /must not show lamp on|must not show call no/,
    '    this.isAlone = why === undefined;\n',
    '    this.isAlone = why === undefined;\n    if (why !== undefined) setTimeout(() => void this.state().then((state) => { this.file.begin(firstSequence(state)); this.notAlone(undefined); }), 3_000);\n',
  ],
  [
    'two requests are under way at once',
    'answer/one-after-the-other',
    /One request at a time/,
    '    this.sender.wake();\n    return judgement;',
    '    void this.gateway.post([kept], this.closing.signal).catch(() => undefined);\n    this.sender.wake();\n    return judgement;',
  ],
  [
    'a bet is sent although no bets are taken',
    'lamp/silent-stream',
    /bet of seat 2 give-back; .* shows taken/,
    "if (why === undefined || why === 'closed') return this.send(event);",
    "if (why !== 'not-alone') return this.send(event);",
  ],
  [
    'a stream that ends is not opened again',
    'lamp/line-cut',
    /lamp on; .* shows off/,
    '    while (!signal.aborted) {\n      const silence',
    '    for (let once = true; once; once = false) {\n      const silence',
  ],
  [
    'nothing is signed',
    'signed/round',
    /unsigned-claim|not taken/,
    'signature: key?.signature(text) };',
    'signature: key ? undefined : undefined };',
  ],
  [
    'nobody is called for a second controller',
    'sequence/another-controller',
    /call yes; .* shows no/,
    "this.trouble('table', why === undefined ? undefined : `${what} ${fix}`);",
    "this.trouble('table', what && fix && undefined);",
  ],
  [
    'wins of while nothing was heard are not shown',
    'win/unheard',
    /claim of seat 1 pay; .* shows none/,
    'for (const claim of state.claims) this',
    'for (const claim of state.claims.slice(state.claims.length)) this',
  ],
]);

const lamp = inFile('libs/table-client/src/betting.ts', [
  [
    'a suspension is not heard',
    'lamp/suspended',
    /No bets may be taken/,
    "    if (this.isSuspended) return 'suspended';\n",
    '',
  ],
  [
    'a suspension of before the start is not known',
    'lamp/suspended-before-the-start',
    /must not show lamp on/,
    'this.isSuspended = data.suspended !== null;',
    'this.isSuspended = false;',
  ],
  [
    'the end of a suspension is not heard',
    'lamp/suspended',
    /lamp on; .* shows off/,
    "this.isSuspended = event === 'suspended';",
    'this.isSuspended = true;',
  ],
  [
    'a block is not heard',
    'lamp/blocked',
    /No bets may be taken/,
    "    if (this.isBlocked) return 'blocked';\n",
    '',
  ],
  [
    'a fault of the ledger is not heard',
    'lamp/ledger-silent',
    /No bets may be taken/,
    "    if (this.fault !== null) return 'ledger-silent';\n",
    '',
  ],
  [
    'silence is not noticed',
    'lamp/silent-stream',
    /No bets may be taken/,
    'now - this.heardAtMs >= pulseLimitMs',
    'now - this.heardAtMs === Infinity',
  ],
  [
    'silence is noticed after ten minutes',
    'lamp/silent-stream',
    /No bets may be taken after 6 s/,
    'const pulseLimitMs = 3_000;',
    'const pulseLimitMs = 600_000;',
  ],
  [
    'bets are taken before anything was heard',
    'lamp/off-at-the-start',
    /must not show lamp on/,
    'private heardAtMs = -Infinity;',
    'private heardAtMs = Infinity;',
  ],
  [
    'an event that is not judged is waited for, and bets are taken',
    'lamp/not-judged',
    /No bets may be taken/,
    "return waitedMs >= judgementLimitMs ? 'not-judged' : undefined;",
    "return waitedMs < 0 && judgementLimitMs ? 'not-judged' : undefined;",
  ],
]);

/** Faults of the part that numbers, keeps, sends and receives. */
export const clientFaults = [...numbering, ...sending, ...resending, ...client, ...lamp];
