import { resolve } from 'node:path';
import ts from 'typescript';
import { edited, type Edit } from './mutations.js';

const declarations = resolve('test/simulation/reached.d.ts');
/** Global only for this check, so that only a fault can call it. */
const declared = 'declare function reached(): true;';

/**
 * Type-checks faults with the settings of `tsconfig.json`, each in the whole simulation: a fault
 * that uses an unknown name throws where it is reached, and is caught without being the intended
 * fault. It allows no diagnostics, not even for unused names. It checks only the files that a fault
 * edits, because their declarations must stay the same for all others.
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

  /** The compiler's diagnostics for the source with these edits; empty if it compiles. */
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

  /** A host with the original files, read and parsed once, except for the edited ones. */
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

/** The declarations that a file exports as text; the order of a union depends on earlier checks. */
function declarationOf(program: ts.Program, name: string): string {
  let text = '';
  program.emit(program.getSourceFile(name), (_, written) => (text += written), undefined, true);
  return (text.match(/[\w$-]+|[^\s\w$-]/g) ?? []).sort().join(' ');
}

/** Whether the count runs once, at the import: such a count would show nothing. */
function countsAtLoading(file: ts.SourceFile): boolean {
  const visit = (node: ts.Node): boolean => {
    if (ts.isFunctionLike(node)) return false;
    const isCount = ts.isCallExpression(node) && node.expression.getText(file) === 'reached';
    return isCount || ts.forEachChild(node, visit) === true;
  };
  return visit(file);
}
