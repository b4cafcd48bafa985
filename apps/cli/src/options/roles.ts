import { exitCodes, UserError } from '#contract';
import { roles, type Role } from '#pools';

/**
 * Roles as people type them, separated by commas.
 * @throws UserError that names the words that are not roles.
 */
export function readRoles(text = ''): Role[] {
  const given = text.split(',').map((role) => role.trim());
  const unknown = given.filter((role) => !roles.includes(role as Role));
  if (unknown.length === 0) return given as Role[];
  const sentence = `${unknown.join(', ') || 'nothing'} is not a role; choose from ${roles.join(', ')}`;
  throw new UserError(`--roles: ${sentence}.`, exitCodes.usage);
}
