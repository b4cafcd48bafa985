import { resolve } from 'node:path';
import ts from 'typescript';
import { edited, type Edit } from './mutations.js';

const declarations = resolve('test/simulation/reached.d.ts');
/** Global only in what is checked here, so that nothing but a fault can call it. */
const declared = 'declare function reached(): true;';

/**
 * Type-checks faults by the settings of `tsconfig.json`, each in the whole simulation: a fault that
 * names what is not there throws where it is reached, and is caught without being what it says. No
 * diagnostic is tolerated, those of unused names neither. Only the files that a fault edits are
 * checked, as what they declare must stay the same for all others.
 */
export class MutantCompiler {
  private readonly options: ts.CompilerOptions;
  private readonly host: ts.CompilerHost;
  private readonly whole: ts.Program;
  private texts = new Map<string, string>();

  constructor() {
    const { config } = ts.readConfigFile('tsconfig.json', (file) => ts.sys.readFile(file));
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, resolve('.'));
    this.options = { ...options, declaration: true, sourceMap: false, removeComments: true };
    this.host = this.hostOf(this.options);
    this.whole = this.program();
  }

  /** What the compiler says of the source with these edits: nothing, where it compiles. */
  complaints(edits: readonly Edit[]): string[] {
    const texts = new Map<string, string>();
    try {
      for (const edit of edits) {
        const file = resolve(edit.file);
        const text = texts.get(file) ?? ts.sys.readFile(file) ?? '';
        texts.set(file, edited(text, edit));
      }
    } catch (error) {
      return [(error as Error).message];
    }
    this.texts = texts;
    const program = this.program(this.whole);
    return [...texts.keys()].flatMap((name) => {
      const file = program.getSourceFile(name);
      if (!file) return [`${name} is no part of the simulation`];
      const found = [
        ...program.getSyntacticDiagnostics(file),
        ...program.getSemanticDiagnostics(file),
      ].map(textOf);
      if (countsAtLoading(file)) found.push('it is reached when its file is loaded');
      const isSame = declarationOf(program, name) === declarationOf(this.whole, name);
      if (!isSame) found.push('its file declares other things than without it');
      return found;
    });
  }

  private program(before?: ts.Program): ts.Program {
    const roots = [resolve('test/simulation/main.ts'), declarations];
    return ts.createProgram(roots, this.options, this.host, before);
  }

  /** Files as they are, read and parsed once, but for those that are edited. */
  private hostOf(options: ts.CompilerOptions): ts.CompilerHost {
    const host = ts.createCompilerHost(options);
    const { getSourceFile } = host;
    const parsed = new Map<string, ts.SourceFile | undefined>();
    host.getSourceFile = (name, how) => {
      const text = name === declarations ? declared : this.texts.get(name);
      if (text !== undefined) return ts.createSourceFile(name, text, how);
      if (!parsed.has(name)) parsed.set(name, getSourceFile.call(host, name, how));
      return parsed.get(name);
    };
    return host;
  }
}

function textOf({ code, messageText }: ts.Diagnostic): string {
  return `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
}

/** The words of what a file gives others; a union's order hangs on what was checked before. */
function declarationOf(program: ts.Program, name: string): string {
  let text = '';
  program.emit(program.getSourceFile(name), (_, written) => (text += written), undefined, true);
  return (text.match(/[\w$-]+|[^\s\w$-]/g) ?? []).sort().join(' ');
}

/** A count of what runs once, with the import, would show nothing. */
function countsAtLoading(file: ts.SourceFile): boolean {
  const visit = (node: ts.Node): boolean => {
    if (ts.isFunctionLike(node)) return false;
    const isCount = ts.isCallExpression(node) && node.expression.getText(file) === 'reached';
    return isCount || ts.forEachChild(node, visit) === true;
  };
  return visit(file);
}
