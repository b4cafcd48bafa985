// @ts-check
/**
 * `npm run audit`: the licences of all shipped packages, and the advisories against them. Exit code
 * 1 means a finding, 2 that the registry did not answer, which proves nothing.
 */
import { auditAdvisories } from './advisories.mjs';
import { allowedLicences, shippedLicences, whyRefused } from './licences.mjs';
import { root } from './process/paths.mjs';

const shipped = shippedLicences(root);
const refused = shipped.flatMap((each) => whyRefused(each, allowedLicences) ?? []);
for (const sentence of refused) console.log(sentence);
const names = [...new Set(shipped.map(({ licence }) => licence))].sort().join(', ');
if (refused.length === 0)
  console.log(`Licences: ${shipped.length} shipped packages, all of ${names}.`);

const advisories = await auditAdvisories(root);
console.log(advisories.sentence);
if (refused.length > 0 || advisories.outcome === 'vulnerable') process.exitCode = 1;
else if (advisories.outcome === 'not asked') process.exitCode = 2;
