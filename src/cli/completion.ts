/**
 * Shell completion scripts, generated from commander's command tree. They do not start Node or Stillwave while the user types. The shell
 * completes files and folders itself.
 *
 * https://www.gnu.org/software/bash/manual/html_node/Programmable-Completion.html,
 * https://zsh.sourceforge.io/Doc/Release/Completion-System.html, https://fishshell.com/docs/current/completions.html
 */

import type { Argument, Command, Option } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Visible options, including --help. */
const optionsOf = (command: Command): readonly Option[] => command.createHelp().visibleOptions(command);
const flagsOf = ({ short, long }: Option): string[] => [short, long].filter((flag) => flag != null);
const takesValue = ({ required, optional }: Option): boolean => required || optional;
const commandsOf = (program: Command): readonly Command[] => program.createHelp().visibleCommands(program);

const aboutOf = (command: Command): string => command.summary() || command.description();

/** Quotes a string for a shell. Within single quotes only the quote itself is special. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const firstSentence = (text: string): string => text.replace(/[.;] .*$/s, '').replace(/\.$/, '');

/** Completions for each command: choices of its first argument, its options, and the choices of those. */
function bashCase(name: string, command: Command): string[] {
  const [argument] = command.registeredArguments;
  const words = [...optionsOf(command).flatMap(flagsOf), ...(argument?.argChoices ?? [])];
  const values = optionsOf(command)
    .filter(takesValue)
    .map((option) => `      ${flagsOf(option).join('|')}) words=${quote((option.argChoices ?? []).join(' '))} ;;`);
  return [
    `  ${name})`,
    `    words=${quote(words.join(' '))}`,
    ...(values.length === 0 ? [] : ['    case "$previous" in', ...values, '    esac']),
    '    ;;',
  ];
}

function bash(program: Command): string[] {
  const name = program.name();
  const commands = commandsOf(program);
  const top = [...commands.map((command) => command.name()), ...optionsOf(program).flatMap(flagsOf)];
  return [
    `# bash completion of ${name}`,
    `_${name}() {`,
    `  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""`,
    `  case "$COMP_CWORD:\${COMP_WORDS[1]}" in`,
    `  1:*) words=${quote(top.join(' '))} ;;`,
    ...commands.flatMap((command) => bashCase(`*:${command.name()}`, command)),
    '  esac',
    '  # Where this finds nothing, bash itself completes files.',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    `complete -o default -F _${name} ${name}`,
  ];
}

/** Escapes text in an `_arguments` specification. */
const zshText = (text: string): string => firstSentence(text).replace(/[[\]:\\]/g, '\\$&');

function zshValue(choices: readonly string[] | undefined, name: string): string {
  return `:${zshText(name)}:${choices ? `(${choices.join(' ')})` : '_files'}`;
}

function zshCase(command: Command): string[] {
  const options = optionsOf(command).flatMap((option) =>
    flagsOf(option).map((flag) => {
      const value = takesValue(option) ? zshValue(option.argChoices, option.name()) : '';
      return quote(`${flag}[${zshText(option.description)}]${value}`);
    }),
  );
  const places = command.registeredArguments.map((argument: Argument, index) =>
    quote(`${index + 1}${zshValue(argument.argChoices, argument.name())}`),
  );
  return [`    ${command.name()}) _arguments ${[...options, ...places].join(' ')} ;;`];
}

function zsh(program: Command): string[] {
  const name = program.name();
  const commands = commandsOf(program).map((command) => quote(`${command.name()}:${zshText(aboutOf(command))}`));
  return [
    `#compdef ${name}`,
    `_${name}() {`,
    '  if (( CURRENT == 2 )); then',
    `    local -a commands=(${commands.join(' ')})`,
    `    _describe command commands`,
    '    return',
    '  fi',
    `  local command="\${words[2]}"`,
    '  shift words',
    '  (( CURRENT-- ))',
    '  case "$command" in',
    ...commandsOf(program).flatMap(zshCase),
    '  esac',
    '}',
    '# Read as a file of $fpath, the function is called at once; otherwise it is registered.',
    `if [ "$funcstack[1]" = "_${name}" ]; then _${name} "$@"; else compdef _${name} ${name}; fi`,
  ];
}

function fishLines(program: Command, command: Command): string[] {
  const seen = quote(`__fish_seen_subcommand_from ${command.name()}`);
  const line = (rest: string): string => `complete -c ${program.name()} -n ${seen} ${rest}`;
  const options = optionsOf(command).map((option) => {
    const short = option.short ? ` -s ${option.short.slice(1)}` : '';
    const long = option.long ? ` -l ${option.long.slice(2)}` : '';
    const choices = option.argChoices ? ` -x -a ${quote(option.argChoices.join(' '))}` : ' -r';
    const about = ` -d ${quote(firstSentence(option.description))}`;
    return line(`${short}${long}${takesValue(option) ? choices : ''}${about}`.trim());
  });
  const [argument] = command.registeredArguments;
  return argument?.argChoices ? [...options, line(`-f -a ${quote(argument.argChoices.join(' '))}`)] : options;
}

function fish(program: Command): string[] {
  const name = program.name();
  const commands = commandsOf(program).map(
    (command) =>
      `complete -c ${name} -n __fish_use_subcommand -f -a ${command.name()} -d ${quote(firstSentence(aboutOf(command)))}`,
  );
  return [
    `# fish completion of ${name}`,
    ...commands,
    ...commandsOf(program).flatMap((command) => fishLines(program, command)),
  ];
}

const WRITERS = { bash, zsh, fish } satisfies Record<Shell, (program: Command) => string[]>;

/** The completion script for a shell. */
export const completionScript = (program: Command, shell: Shell): string => `${WRITERS[shell](program).join('\n')}\n`;

/** Name of the command. */
export const COMPLETION = 'completion';

/** `stillwave completion` */
export function addCompletion(program: Command): void {
  program
    .command(COMPLETION)
    .summary('print a shell completion script')
    .description('Prints a script for completing commands, options and their values in a shell.')
    .addArgument(program.createArgument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText(
      'after',
      `
Examples:
  source <(stillwave completion bash)                                  in ~/.bashrc
  source <(stillwave completion zsh)                                   in ~/.zshrc, after compinit
  stillwave completion fish > ~/.config/fish/completions/stillwave.fish`,
    )
    .action((shell: Shell) => {
      process.stdout.write(completionScript(program, shell));
    });
}
