import { fork, type ChildProcess } from 'node:child_process';
import { guard } from '#tools/process/process.mjs';

interface Call {
  readonly method: string;
  readonly argument: unknown;
}
type Answer = { readonly value: unknown } | { readonly error: string };

/** What an object's methods give, asked from another process. */
type Remote<T> = {
  readonly [Name in keyof T]: T[Name] extends (argument: infer In) => infer Out
    ? (...argument: unknown extends In ? [] : [argument: In]) => Promise<Awaited<Out>>
    : never;
};

/** In the child: answers each call of the parent, one after another. */
export function serve(object: object): void {
  const methods = object as Record<string, (argument: unknown) => unknown>;
  process.on('message', ({ method, argument }: Call) => {
    const answer = (answer: Answer): void => void process.send?.(answer);
    Promise.resolve()
      .then(() => methods[method]?.(argument))
      .then(
        (value) => answer({ value }),
        (error: unknown) => answer({ error: String(error) }),
      );
  });
  process.once('disconnect', () => process.exit());
}

/** In the parent: a program that serves an object. Calls go one at a time. */
export class Program<T extends object> {
  readonly child: ChildProcess;

  constructor(file: string) {
    const typescript = [
      '--conditions=source',
      '--no-warnings',
      '--import',
      './tools/typescript.mjs',
    ];
    this.child = fork(file, [], {
      execArgv: [...typescript, '--max-semi-space-size=8'],
      serialization: 'advanced',
    });
    this.child.setMaxListeners(0);
    this.child.once('exit', guard(this.child.pid as number));
  }

  readonly call = new Proxy({} as Remote<T>, {
    get: (_, method: string) => (argument: unknown) => this.ask({ method, argument }),
  });

  private ask(call: Call): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const ended = (): void => reject(new Error(`a program has ended before ${call.method}`));
      this.child.once('exit', ended);
      this.child.once('message', (answer: Answer) => {
        this.child.off('exit', ended);
        if ('error' in answer) reject(new Error(`${call.method}: ${answer.error}`));
        else resolve(answer.value);
      });
      this.child.send(call);
    });
  }
}
