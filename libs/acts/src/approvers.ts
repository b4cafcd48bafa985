import { personNamed, type Proposal, type Role, type SignerRole, type SigningKey } from '#pools';

/** The approvals that an act still needs. */
export interface Left {
  readonly people: number;
  /** Any one of these roles fills a place; before the first approval, each of them once. */
  readonly roles: readonly Role[];
}

type HeldKeys = ReadonlyMap<string, SigningKey>;

/** @param keys in force: they give the places that each approver may fill. */
export function leftOf(
  { by, approvals }: Pick<Proposal, 'by' | 'approvals'>,
  keys: HeldKeys,
): Left {
  if (approvals.length === 0) return { people: by.length, roles: by };
  const approvers = approvals.map(({ kid }) => keys.get(kid)?.roles ?? []);
  const isOpen = (role: Role): boolean =>
    canPair(approvers, by.toSpliced(by.indexOf(role), 1), (own, each) => own.includes(each));
  const open = [...new Set(by)].filter(isOpen);
  return { people: by.length - approvals.length, roles: open.length > 0 ? open : by };
}

/** `2 more must approve it (roles approve and surveil)`. */
export function describeLeft({ people, roles }: Left): string {
  const names = roles.join(roles.length === people ? ' and ' : ' or ');
  const kinds = roles.length === 1 ? 'role' : 'roles';
  return `${people} more must approve it (${kinds} ${names})`;
}

/**
 * Returns true if there are different people for an act: one who proposes it, and those who approve
 * it.
 */
export function haveEnough(proposer: Role, by: readonly Role[], keys: HeldKeys): boolean {
  const people = Map.groupBy(keys.values(), ({ holder }) => personNamed(holder));
  const own = [...people.values()].map((each) => each.flatMap(({ roles }) => roles));
  const mayFill = (role: Role, roles: readonly SignerRole[]): boolean => roles.includes(role);
  // The rarest role first, so that a shortage is soon found.
  const needed = [proposer, ...by].toSorted((one, other) => countOf(one) - countOf(other));
  return canPair(needed, own, mayFill);

  function countOf(role: Role): number {
    return own.filter((roles) => roles.includes(role)).length;
  }
}

/** Returns true if each of some can be paired with a different one of the others. */
function canPair<A, B>(
  some: readonly A[],
  others: readonly B[],
  fits: (one: A, other: B) => boolean,
): boolean {
  const [first, ...rest] = some;
  if (first === undefined) return true;
  return others.some(
    (other, index) => fits(first, other) && canPair(rest, others.toSpliced(index, 1), fits),
  );
}
