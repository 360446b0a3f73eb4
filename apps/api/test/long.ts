import { spawnSync } from 'node:child_process'

/** The `skip` of a check that needs a program: the reason where it cannot be run, else false. */
export function skipWithout(program: string, args: string[] = ['--version']): string | false {
  const { error } = spawnSync(program, args, { stdio: 'ignore' })
  return error ? `${program} is not installed` : false
}
