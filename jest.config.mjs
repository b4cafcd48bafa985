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
  testMatch: ['**/*.spec.ts', '**/*.int-spec.ts', '**/*.e2e-spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'import'] },
  watchman: false,
  // Real servers on a machine that is busy with other work; a limit is against hanging, not for
  // speed.
  testTimeout: 60_000,
};
