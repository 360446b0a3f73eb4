import type { Command } from '../command.ts'

type Load = () => Promise<Command>

/** All commands in the order of the overview. The module of a command is loaded when it is needed. */
export const registry: Record<string, Load> = {
  whoami: async () => (await import('./whoami.ts')).whoami,
  help: async () => (await import('./help.ts')).help
}

/** The parts of the overview, each with the first words of its commands. */
export const sections: { title: string; words: string[] }[] = [
  { title: 'Sign in', words: ['login', 'logout', 'whoami'] },
  { title: 'Catalog', words: ['push', 'pull', 'diff', 'stock', 'jobs'] },
  { title: 'Orders', words: ['orders'] },
  { title: 'Events', words: ['events'] },
  { title: 'Any request of the API', words: ['get', 'post', 'patch', 'put', 'delete'] },
  { title: 'More', words: ['help'] }
]
