/** The definition of a command, given to commander. */

import type { Argument, Command, Option, OptionValues } from 'commander';

export interface CommandDefinition {
  readonly description: string;
  readonly arguments?: readonly Argument[];
  readonly options: readonly Option[];
  /** Shown in the command's help, which puts `stillwave` in front. */
  readonly examples: readonly string[];
  /** The meaning of the exit statuses, shown in the command's help. */
  readonly status: string;
  /** Runs the command with its flags and arguments. Returns the exit status. */
  run(flags: OptionValues, ...operands: (string | undefined)[]): Promise<number>;
}

/** Gives a command of commander its definition. `setExitStatus` is called after the command has run. */
export function defineCommand(
  command: Command,
  { description, arguments: operands = [], options, examples, status, run }: CommandDefinition,
  setExitStatus: (status: number) => void,
): void {
  command.description(description);
  for (const operand of operands) command.addArgument(operand);
  for (const option of options) command.addOption(option);
  const lines = examples.map((example) => `  stillwave ${example}`.trimEnd());
  command.addHelpText('after', `\nExamples:\n${lines.join('\n')}\n\nExit status: ${status}`);
  command.action(async () => setExitStatus(await run(command.opts(), ...command.processedArgs)));
}
