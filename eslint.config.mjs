import tseslint from 'typescript-eslint';

const env = 'The environment is read once, in the env.ts of each app (and in tools and tests).';

const clock =
  'The time of day jumps when the clock is set: use performance.now(). Only the files listed ' +
  'in eslint.config.mjs may read the time of day.';
const noEnv = { object: 'process', property: 'env', message: env };
const noClock = { object: 'Date', property: 'now', message: clock };
const noNewDate = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: clock,
};

/** Files that read the time of day: what they compare it with, or what they do with it. */
const readsTimeOfDay = [
  // Kafka times of records.
  'apps/console/src/ledger/attention.ts',
  'apps/console/src/pages/{claim-forms,local-text}.ts',
  'apps/cli/src/commands/claims.ts',
  'apps/jackpot/src/partitions/{fold-batch,outbox-sender}.ts',
  'apps/jackpot/src/{last-times,metrics,table-gauges}.ts',
  'apps/signs/src/pools/{pool-board,pool-streams}.ts',
  'libs/acts/src/{age,sending}.ts',
  'libs/acts/src/looks/{beginnings-of-day,looks-of}.ts',
  'libs/log/src/{backlog,gate}.ts',
  'libs/proof/src/history/movements.ts',
  'libs/proof/src/outputs/outputs-topic.ts',
  // The end of a proposal or an invitation, as it was signed.
  'apps/cli/src/commands/proposals.ts',
  'apps/console/src/acts/rehearsals.ts',
  'apps/console/src/pages/proposals-page.ts',
  'apps/jackpot/src/claim-gauges.ts',
  'libs/acts/src/same-thing.ts',
  'libs/acts/src/keys/invitation.ts',
  // Times and days that people type or read.
  'apps/cli/src/commands/{shown,value}.ts',
  'apps/cli/src/options/time-option.ts',
  'apps/console/src/pages/days-page.ts',
  'libs/acts/src/house-time.ts',
  'libs/acts/src/looks/closing.ts',
  // Times that are written to messages, files and metrics, and sequences that begin with the time.
  'apps/cli/src/recover/carry-out.ts',
  'apps/cli/src/terminal/textfile.ts',
  'apps/console/src/monitor/alert-watch.ts',
  'apps/jackpot/src/ledger/pulses.ts',
  'apps/jackpot/src/partitions/read-back.ts',
  'apps/pit/src/{options,publisher}.ts',
  'apps/signs/src/metrics.ts',
  'apps/signs/src/acks/ack-recorder.ts',
  'apps/tables/src/events/read-events.ts',
  'libs/acts/src/{command,fold-command}.ts',
  'libs/log/src/kafka/kafkajs-produce.ts',
  'libs/papers/src/report/make.ts',
  'libs/papers/src/slip/read-slip.ts',
  'libs/proof/src/checkpoint.ts',
  'libs/proof/src/archive/{archive,archive-lock}.ts',
  'libs/table-client/src/table-client.ts',
  // Times of kafkajs.
  'libs/log/src/kafka/kafkajs-clock.ts',
  // The demo is not shipped.
  'apps/demo/src/**',
];

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
      'no-restricted-properties': ['error', noEnv, noClock],
      'no-restricted-syntax': ['error', noNewDate],
    },
  },
  {
    files: readsTimeOfDay,
    ignores: ['**/env.ts', '**/*spec.ts', '**/testing/**'],
    rules: { 'no-restricted-properties': ['error', noEnv], 'no-restricted-syntax': 'off' },
  },
);
