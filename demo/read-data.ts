import { readFile } from 'node:fs/promises'

/** Reads a file in `data/`. The files aren't imported as modules, because modules would stay in memory. */
export function readText(name: string): Promise<string> {
  return readFile(new URL(`./data/${name}`, import.meta.url), 'utf8')
}

export async function readData<T>(name: string): Promise<T> {
  return JSON.parse(await readText(name))
}
