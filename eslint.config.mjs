import tseslint from 'typescript-eslint';

const env = 'The environment is read once, in the env.ts of each app (and in tools and tests).';

export default tseslint.config(
  { ignores: ['dist', 'node_modules', '.local', 'coverage'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 70, skipComments: true, skipBlankLines: true }],
      'max-len': [
        'error',
        {
          code: 100,
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
          ignoreUrls: true,
        },
      ],
    },
  },
  {
    files: ['**/*.ts'],
    // The page has a tsconfig of its own, for the browser.
    ignores: ['apps/signs/page/**'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'off',
    },
  },
  {
    // A suite is one function to the linter, and a list of guarantees to its reader.
    files: ['**/*spec.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['apps/*/src/**/*.ts', 'libs/*/src/**/*.ts'],
    ignores: ['**/env.ts', '**/*spec.ts', '**/testing/**', 'libs/testing/**'],
    rules: {
      'no-restricted-properties': ['error', { object: 'process', property: 'env', message: env }],
    },
  },
);
