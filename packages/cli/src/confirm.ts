import type { Context } from './command.ts'

/** True if there is someone to answer a question. */
export function canAsk({ stdin, out, json }: Context): boolean {
  return stdin.isTTY === true && out.isTerminal && !json
}

/** Asks a question that is answered with yes or no. Ctrl-C means no. */
export async function ask(context: Context, message: string, initialValue: boolean): Promise<boolean> {
  const { confirm, isCancel } = await import('@clack/prompts')
  const { stdin, stderr, signal } = context
  const streams = { input: stdin as NodeJS.ReadStream, output: stderr as NodeJS.WriteStream, signal }
  const answer = await confirm({ message, initialValue, ...streams })
  return !isCancel(answer) && answer
}
