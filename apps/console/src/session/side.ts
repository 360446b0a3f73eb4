import type { Me } from '@purveyor/client'

/** The two consoles. A browser can have a session for each of them at the same time. */
export const sides = ['platform', 'vendor'] as const
export type Side = (typeof sides)[number]

/** The first part of the addresses of each side. */
export const homes: Record<Side, string> = { platform: '/operator', vendor: '/vendor' }

/** Returns the side of a path, or undefined for `/` and for paths that don't exist. */
export function sideOf(path: string): Side | undefined {
  return sides.find((side) => path === homes[side] || path.startsWith(`${homes[side]}/`))
}

export type { Me }
