/**
 * Jest 30 over native ESM: TypeScript by swc, libraries by the `source` condition of package.json.
 */
export default {
  roots: [
    '<rootDir>/apps',
    '<rootDir>/libs',
    '<rootDir>/test',
    '<rootDir>/tools',
    '<rootDir>/deploy',
  ],
  testMatch: ['**/*spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  cacheDirectory: '<rootDir>/.local/jest',
  testEnvironment: '<rootDir>/tools/testing/closing-environment.mjs',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'import'] },
  testSequencer: '<rootDir>/tools/testing/sequencer.mjs',
  watchman: false,
  // Real servers on a machine that is busy with other work; a limit is against hanging, not for
  // speed.
  testTimeout: 60_000,
};
