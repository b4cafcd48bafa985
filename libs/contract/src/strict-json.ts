/**
 * Finds faults that `JSON.parse` accepts in a JSON text (contract 3): a number that no double
 * holds, half of a surrogate pair, a duplicate member, a member named `__proto__`, nesting that is
 * too deep.
 * @param value the text in UTF-8, which is JSON
 * @param parsed the result of `JSON.parse` for it
 * @returns a sentence that names the first fault; undefined if it has none
 */
export function whyNotStrict(value: Buffer, parsed: unknown): string | undefined {
  // A dropped member has at least five bytes (`"":0,`), a rounded number more.
  if (value.length - leastBytesOf(parsed, 1) < 5) return undefined;
  const members = plainMembersIn(value);
  if (members === tooDeep) return `The event has more than ${nestingLimit} levels of nesting.`;
  if (members === jsonMembers(parsed)) return undefined;
  return faultIn(value.toString('utf8'));
}

/** Deepest nesting accepted; no event of the contract is nested by more than five. */
const nestingLimit = 32;
const tooDeep = -1;
/** The text needs the close reading. */
const doubtful = -2;
/** A double holds every number of up to this many digits. */
const safeDigits = 15;

const [quote, backslash, colon, point] = [0x22, 0x5c, 0x3a, 0x2e];
const [zero, nine, upperE, lowerE] = [0x30, 0x39, 0x45, 0x65];
const [upperD, lowerD, lowerU] = [0x44, 0x64, 0x75];
const [beginList, endList, beginObject, endObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Fewest bytes of a text with this value, whatever escapes and spaces it uses; `NaN` if that is
 * hard to tell. Every record pays for this, so it looks at lengths alone: a text no longer than
 * this minimum hides nothing.
 */
function leastBytesOf(value: unknown, depth: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value === 'number') return leastDigitsOf(value);
  if (typeof value !== 'object' || value === null) return value === false ? 5 : 4;
  if (depth > nestingLimit) return NaN;
  // The brackets, and a comma after each entry but the last.
  let least = 1;
  if (Array.isArray(value)) {
    for (const each of value) least += leastBytesOf(each, depth + 1) + 1;
    return Math.max(least, 2);
  }
  for (const name in value) {
    if (name === '__proto__') return NaN;
    const member = (value as Record<string, unknown>)[name];
    // Two quotes, a colon, a comma; most members are texts.
    least += name.length + 4;
    least += typeof member === 'string' ? member.length + 2 : leastBytesOf(member, depth + 1);
  }
  return Math.max(least, 2);
}

function leastDigitsOf(value: number): number {
  if (!Number.isInteger(value) || value < 0 || value >= 1e6) return NaN;
  // A number of 1000 can be written as 1e3.
  return value < 10 ? 1 : value < 100 ? 2 : 3;
}

/**
 * Number of members of all objects in the text, or `tooDeep`; or `doubtful` if it has a number that
 * is not a few digits, or a possible half of a surrogate pair. One pass: many producers write
 * spaces.
 */
function plainMembersIn(value: Buffer): number {
  const { length } = value;
  let members = 0;
  let digits = 0;
  let depth = 0;
  let isDoubtful = false;
  for (let at = 0; at < length; at += 1) {
    const byte = value[at] as number;
    if (byte === quote) {
      at += 1;
      for (let inside = value[at]; inside !== quote; inside = value[at]) {
        if (inside === backslash && isHighEscape(value, at)) isDoubtful = true;
        at += inside === backslash ? 2 : 1;
      }
      digits = 0;
    } else if (byte >= zero && byte <= nine) {
      digits += 1;
      if (digits > safeDigits) isDoubtful = true;
    } else {
      if (byte === colon) members += 1;
      else if (byte === beginObject || byte === beginList) {
        depth += 1;
        if (depth > nestingLimit) return tooDeep;
      } else if (byte === endObject || byte === endList) depth -= 1;
      else if (digits > 0 && (byte === point || byte === lowerE || byte === upperE)) {
        isDoubtful = true;
      }
      digits = 0;
    }
  }
  return isDoubtful ? doubtful : members;
}

/** Tells whether an escape may be half of a surrogate pair (U+D800 to U+DFFF). */
function isHighEscape(value: Buffer, at: number): boolean {
  return value[at + 1] === lowerU && (value[at + 2] === lowerD || value[at + 2] === upperD);
}

/** Number of members of all objects in a value; `NaN` if one is named `__proto__`. */
function jsonMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (const each of value) members += jsonMembers(each);
    return members;
  }
  for (const name in value) {
    members += name === '__proto__' ? NaN : 1;
    const member = (value as Record<string, unknown>)[name];
    if (typeof member === 'object') members += jsonMembers(member);
  }
  return members;
}

/** Reads the text closely. The text is valid JSON, so only the suspicious parts are checked. */
function faultIn(text: string): string | undefined {
  /** The open objects and lists, each with the name read last. */
  const open: { readonly names: Set<string>; name: string }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] as string;
    if (letter === '{' || letter === '[') {
      open.push({ names: new Set(), name: open.at(-1)?.name ?? 'the event' });
    } else if (letter === '}' || letter === ']') {
      open.pop();
    } else if (letter === '"') {
      const end = endOfString(text, at);
      const inside = open.at(-1);
      const token = text.slice(at, end);
      if (/\\u[dD]/.test(token) && !(JSON.parse(token) as string).isWellFormed()) {
        return `${shownText(inside?.name ?? 'the event')} has half a surrogate pair: ${shownText(token)}.`;
      }
      if (inside && isFollowedByColon(text, end)) {
        const name = JSON.parse(token) as string;
        if (name === '__proto__') return 'The event has a member named __proto__.';
        if (inside.names.has(name)) return `${shownText(name)} appears twice.`;
        inside.names.add(name);
        inside.name = name;
      }
      at = end - 1;
    } else if (letter === '-' || isDigit(letter)) {
      const end = endOfNumber(text, at);
      const number = text.slice(at, end);
      if (!isExact(number)) {
        const name = shownText(open.at(-1)?.name ?? 'the event');
        return `${name} is ${shownText(number)}, which a double holds as ${Number(number)}: write a number that a double can hold.`;
      }
      at = end - 1;
    }
  }
  return undefined;
}

/** Position after the closing quote of the text that begins at `from`. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function isFollowedByColon(text: string, from: number): boolean {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return text[at] === ':';
}

function endOfNumber(text: string, from: number): number {
  let at = from + 1;
  while (isDigit(text[at]) || ['.', 'e', 'E', '+', '-'].includes(text[at] ?? '')) at += 1;
  return at;
}

function isDigit(letter: string | undefined): boolean {
  return letter !== undefined && letter >= '0' && letter <= '9';
}

/** Tells whether a number is read exactly: written again it has the same digits. */
function isExact(number: string): boolean {
  return decimalOf(number) === decimalOf(String(Number(number)));
}

/**
 * A number as its digits without zeros at either end, and its exponent; other text is returned
 * unchanged.
 */
function decimalOf(number: string): string {
  const form = /^(-?)0*(\d*)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number);
  if (!form) return number;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = form;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '0';
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  const power = Number(exponent) - fraction.length + digits.length - end;
  return `${sign}${digits.slice(0, end)}e${power}`;
}

const lettersShown = 60;

function shownText(text: string): string {
  return text.length > lettersShown ? `${text.slice(0, lettersShown)} …` : text;
}
