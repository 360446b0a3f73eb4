import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'

export const root = resolve(import.meta.dirname, '../../..')

/** A package as `npm pack` makes it: the path of the tarball, and the paths of the files in it. */
export type Tarball = { path: string; files: string[] }

/**
 * Runs a program and returns what it prints. Node's folder is first in the path, because npm scripts start Node
 * by name. Fails with all of the output if the exit code isn't 0.
 */
export async function run(program: string, args: string[], cwd: string): Promise<string> {
  const { NODE_OPTIONS, NODE_TEST_CONTEXT, ...env } = process.env
  const child = spawn(program, args, {
    cwd,
    env: { ...env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 100_000
  })
  const [out, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close')
  ])
  assert.equal(code, 0, `${program} ${args.join(' ')}\n${out}\n${errors}`)
  return out
}

/** Packs a package of this workspace into a folder. */
export async function pack(name: string, folder: string): Promise<Tarball> {
  const args = ['pack', '--json', '--pack-destination', folder]
  const [packed] = JSON.parse(await run('npm', args, join(root, 'packages', name)))
  const files = packed.files.map(({ path }: { path: string }) => path)
  return { path: join(folder, packed.filename), files }
}

/** Creates a project in a folder, and installs tarballs in it. `options` are those of `npm install`. */
export async function install(folder: string, tarballs: Tarball[], options: string[] = []): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', ...options]
  await run('npm', ['install', ...flags, ...tarballs.map(({ path }) => path)], folder)
}

/**
 * Compiles the program `program.ts` of a project to JavaScript in strict mode, with the declarations of its
 * packages. `libraries` are the compiler options for the types of the platform.
 */
export async function compile(folder: string, libraries: { lib: string[]; types: string[] }): Promise<void> {
  const compilerOptions = {
    ...{
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false
    },
    ...{ module: 'nodenext', target: 'es2022', typeRoots: [join(root, 'node_modules/@types')], ...libraries }
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], folder)
}
