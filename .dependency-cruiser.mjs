/**
 * Who may import whom; `npm run lint` refuses the rest, and `npm run picture` draws what is there
 * into ARCHITECTURE.md.
 */

/** Which libraries each library may import, lowest first. */
const layers = {
  rules: [],
  log: [],
  pools: ['rules'],
  contract: ['rules', 'pools', 'log'],
  ledger: ['contract'],
  engine: ['rules', 'pools', 'contract', 'ledger', 'log'],
  service: ['contract', 'ledger', 'engine'],
  proof: ['rules', 'pools', 'contract', 'ledger', 'log', 'engine'],
  acts: ['rules', 'pools', 'contract', 'ledger', 'log', 'engine', 'proof'],
  papers: ['rules', 'pools', 'contract', 'log', 'engine', 'proof', 'acts'],
};
const testOnly = 'spec[.]ts$|/testing/|^libs/testing/|^libs/rules/bench/';
const shipped = { path: '^(apps|libs)/', pathNot: testOnly };

/** A package that one room alone may use, so that another can take its place. */
const owned = {
  kafkajs: '^libs/log/',
  ioredis: '^libs/ledger/',
  mqtt: '^apps/signs/src/mqtt/',
  // Imported when tracing is switched on, and not before.
  '@opentelemetry': '^libs/service/src/open-telemetry[.]ts$',
};

export default {
  forbidden: [
    rule('no-circle', shipped, { circular: true }),
    rule(
      'no-circle-of-values-in-tests',
      { path: '^(test|tools|deploy)/' },
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    // What the power-cut test installs is its package.
    rule(
      'no-unresolved-import',
      { pathNot: '^test/table-client/player[.]mjs$' },
      { couldNotResolve: true },
    ),
    ...Object.entries(layers).map(([library, below]) =>
      rule(
        `libs-${library}-imports-only-what-is-below-it`,
        { path: `^libs/${library}/src/`, pathNot: testOnly },
        { path: '^(libs|apps)/', pathNot: `^libs/(${[library, ...below].join('|')})/` },
      ),
    ),
    rule(
      'a-library-is-entered-by-its-index',
      { path: '^(apps|libs)/([^/]+)/', pathNot: testOnly },
      {
        path: '^libs/',
        pathNot: [
          '^libs/[^/]+/src/index[.]ts$',
          // They are needed without the weight of what the index brings in.
          '^libs/(acts/src/(visible|odds/usual-bets)|log/src/(halting|server)|proof/src/recover/recovery-acts|contract/src/(build|exit-codes)|service/src/bounded-memory)[.]ts$',
          '^$1/$2/',
        ],
      },
    ),
    // What models and measurements need of it is in its testing/, which nothing shipped imports.
    rule(
      'the-inside-of-kafkajs-is-entered-by-its-door',
      { pathNot: '^libs/log/src/kafka([.]ts$|/)' },
      { path: '^libs/log/src/kafka/', pathNot: '^libs/log/src/kafka/testing/' },
    ),
    rule(
      'an-app-imports-no-other-app',
      { path: '^apps/([^/]+)/', pathNot: testOnly },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    rule(
      'the-table-client-needs-node-alone',
      { path: '^libs/table-client/src/', pathNot: testOnly },
      { pathNot: '^libs/table-client/src/', dependencyTypesNot: ['core'] },
    ),
    rule(
      'law-and-fold-import-nothing-from-outside',
      { path: '^libs/(rules|pools)/src/', pathNot: testOnly },
      { dependencyTypes: ['npm', 'npm-dev', 'npm-no-pkg', 'core', 'undetermined', 'unknown'] },
    ),
    ...Object.entries(owned).map(([name, owner]) =>
      rule(
        `only-its-owner-imports-${name}`,
        { ...shipped, pathNot: [testOnly, owner] },
        { path: `/node_modules/${name}/|^node_modules/${name}/` },
      ),
    ),
    rule('what-is-shipped-imports-no-test', shipped, { path: [testOnly, '^test/'] }),
    rule('what-is-shipped-needs-no-development-package', shipped, {
      dependencyTypes: ['npm-dev', 'npm-no-pkg'],
      dependencyTypesNot: ['type-only'],
    }),
    // The demo starts Kafka and Redis itself; no production machine runs it.
    rule(
      'what-is-shipped-imports-no-deploy',
      { ...shipped, pathNot: [testOnly, '^apps/demo/'] },
      { path: '^(deploy|tools)/' },
    ),
    rule(
      'the-stack-uses-processes-alone',
      { path: '^tools/stack/' },
      { path: '^tools/', pathNot: '^tools/(stack|process)/' },
    ),
    rule(
      'processes-use-nothing-of-ours',
      { path: '^tools/process/' },
      { path: '^(apps|libs|tools)/', pathNot: '^tools/process/' },
    ),
    rule('tests-do-not-lean-on-deploy', { path: '^test/' }, { path: '^deploy/' }),
    rule('deploy-does-not-lean-on-tests', { path: '^(deploy|tools)/' }, { path: '^test/' }),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'node', 'default'],
      exportsFields: ['exports'],
    },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
  },
};

function rule(name, from, to) {
  return { name, severity: 'error', from, to };
}
