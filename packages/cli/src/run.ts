import type { Command } from './command.ts'
import { createContext, type Io } from './context.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { loadCommand, select } from './find-command.ts'
import { showCommand, showGroup, showOverview } from './help/show.ts'
import { checkArguments, parseOptions, splitLeadingOptions } from './options.ts'
import { createOutput } from './output/create-output.ts'
import type { Output } from './output/output.ts'
import { reportError } from './report-error.ts'
import { version } from './version.ts'

/**
 * Runs the command line with the arguments after the program's name. Resolves to the exit code. Never
 * rejects: errors are written to stderr.
 */
export async function run(args: string[], io: Io): Promise<ExitCode> {
  const json = args.slice(0, optionsEnd(args)).includes('--json')
  const out = createOutput({ ...io, args, json })
  try {
    return await dispatch(args, io, out, json)
  } catch (error) {
    return reportError(error, { out, json, stderr: io.stderr, signal: io.signal, env: io.env })
  }
}

/** Options end at `--`. */
function optionsEnd(args: string[]): number {
  const index = args.indexOf('--')
  return index === -1 ? args.length : index
}

async function dispatch(args: string[], io: Io, out: Output, json: boolean): Promise<ExitCode> {
  const { leading, rest } = splitLeadingOptions(args)
  const { values } = parseOptions(leading, {})
  if (values.version) return showVersion(io)
  if (rest.length === 0) return showOverview(out)
  const selection = select(rest)
  if ('group' in selection) {
    parseOptions([...leading, ...selection.rest], {})
    return showGroup(selection.group, out)
  }
  const command = await loadCommand(selection.command)
  return runCommand(command, [...leading, ...selection.rest], { io, out, json })
}

async function runCommand(
  command: Command,
  args: string[],
  { io, out, json }: { io: Io; out: Output; json: boolean }
): Promise<ExitCode> {
  const input = parseOptions(args, command.options)
  if (input.values.version) return showVersion(io)
  if (input.values.help) return showCommand(command, out)
  checkArguments(command, input.positionals)
  return command.run(createContext(io, { out, json, values: input.values }), input)
}

function showVersion(io: Io): ExitCode {
  io.stdout.write(`${version()}\n`)
  return exitCodes.done
}
