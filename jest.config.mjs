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
  // A limit against hanging; what is waited for has a shorter one, which names it.
  testTimeout: 300_000,
};
