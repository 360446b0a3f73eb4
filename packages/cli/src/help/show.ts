import type { Command, Option } from '../command.ts'
import { sections } from '../commands/index.ts'
import { type ExitCode, exitCodeMeanings, exitCodes } from '../exit-codes.ts'
import { commandsOf, loadCommand } from '../find-command.ts'
import { globalOptions } from '../options.ts'
import type { Output } from '../output/output.ts'
import { definitions, wrap } from '../output/wrap.ts'
import { commands, describeCommand } from '../reference.ts'

const textWidth = (out: Output): number => Math.max(50, Math.min(out.width, 90))

function heading(out: Output, title: string): void {
  out.line()
  out.line(out.bold(title))
}

function optionTerm(name: string, { short, type, value }: Option): string {
  const long = `--${name}${type === 'string' ? ` ${value ?? 'VALUE'}` : ''}`
  return short ? `-${short}, ${long}` : long
}

function showOptions(out: Output, title: string, options: Record<string, Option>): void {
  const entries = Object.entries(options)
  if (entries.length === 0) return
  heading(out, title)
  const terms = entries.map(([name, option]): [string, string] => [optionTerm(name, option), option.help])
  for (const line of definitions(terms, textWidth(out))) out.line(line)
}

function showUsage(out: Output, lines: string[]): void {
  heading(out, 'Usage')
  for (const line of lines) out.line(`  ${line}`)
}

function showExamples(out: Output, examples: Command['examples']): void {
  if (examples.length === 0) return
  heading(out, examples.length === 1 ? 'Example' : 'Examples')
  for (const [index, { command, text }] of examples.entries()) {
    if (index > 0) out.line()
    for (const line of wrap(text, textWidth(out) - 2)) out.line(`  ${out.dim(line)}`)
    out.line(`  $ ${command}`)
  }
}

function showCommandList(out: Output, list: Command[], names: (command: Command) => string): void {
  const width = Math.max(...list.map((command) => names(command).length))
  for (const command of list) out.line(`  ${names(command).padEnd(width)}  ${command.summary}`)
}

/** Shows the help of one command. With `--json`, writes it as data. */
export function showCommand(command: Command, out: Output): ExitCode {
  out.result(describeCommand(command))
  out.line(`${out.bold(`purveyor ${command.name}`)}: ${command.summary}`)
  showUsage(out, [`purveyor ${command.name} ${command.usage}`.trimEnd()])
  out.line()
  const paragraphs = command.description.split('\n\n')
  for (const [index, paragraph] of paragraphs.entries()) {
    if (index > 0) out.line()
    for (const line of wrap(paragraph, textWidth(out))) out.line(line)
  }
  showOptions(out, 'Options', command.options)
  showOptions(out, 'Options of every command', globalOptions)
  showExamples(out, command.examples)
  return exitCodes.done
}

/** Shows the commands of a group such as `jobs`. */
export async function showGroup(word: string, out: Output): Promise<ExitCode> {
  const list = await Promise.all(commandsOf(word).map(loadCommand))
  out.result(list.map(describeCommand))
  showUsage(out, [`purveyor ${word} COMMAND`])
  heading(out, 'Commands')
  showCommandList(out, list, (command) => command.name)
  showOptions(out, 'Options of every command', globalOptions)
  out.line()
  out.line(`\`purveyor help ${word} COMMAND\` shows the options of a command, with examples.`)
  return exitCodes.done
}

/** Shows all commands. */
export async function showOverview(out: Output): Promise<ExitCode> {
  const all = await commands()
  out.result(all.map(describeCommand))
  out.line(`${out.bold('purveyor')}: the command line of the Purveyor vendor API`)
  showUsage(out, ['purveyor COMMAND [ARGUMENTS] [OPTIONS]'])
  const width = Math.max(...all.map((command) => command.name.length))
  for (const { title, words } of sections) {
    const list = all.filter(({ name }) => words.includes(name.split(' ')[0] ?? ''))
    if (list.length === 0) continue
    heading(out, title)
    showCommandList(out, list, (command) => command.name.padEnd(width))
  }
  showOptions(out, 'Options of every command', globalOptions)
  out.line()
  out.line('`purveyor help COMMAND` shows the options of a command, with examples.')
  out.line('`purveyor help exit-codes` lists the exit codes.')
  return exitCodes.done
}

/** Shows what the exit codes mean. */
export function showExitCodes(out: Output): ExitCode {
  const entries = Object.entries(exitCodeMeanings)
  out.result(entries.map(([code, meaning]) => ({ code: Number(code), meaning })))
  out.line(out.bold('Exit codes'))
  for (const line of definitions(entries, textWidth(out))) out.line(line)
  return exitCodes.done
}
