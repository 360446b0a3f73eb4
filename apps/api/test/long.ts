import { spawnSync } from 'node:child_process'

/**
 * Returns the `skip` option of a test that requires a program: the reason for skipping if the program isn't
 * installed, else false.
 */
export function skipWithout(program: string, args: string[] = ['--version']): string | false {
  const { error } = spawnSync(program, args, { stdio: 'ignore' })
  return error ? `${program} is not installed` : false
}
