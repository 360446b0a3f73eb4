#!/usr/bin/env node
// Starts the command line. The published package contains JavaScript in dist/. In the workspace, there is only
// TypeScript, which runs with the Node version that the root package.json pins.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const source = new URL('../src/main.ts', import.meta.url)

if (existsSync(source)) await runSource()
else await import('../dist/main.js')

async function runSource() {
  const root = new URL('../../../', import.meta.url)
  const load = (name) => import(new URL(`scripts/${name}`, root).href)
  const [{ runChild }, { findNode }] = await Promise.all([load('child.mjs'), load('runtime.mjs')])
  const node = findNode(fileURLToPath(root))
  const args = ['--conditions=purveyor-source', fileURLToPath(source), ...process.argv.slice(2)]
  // npm needs this process: see `runChild`.
  const isByNpm = process.env.npm_lifecycle_event !== undefined
  if (process.execve !== undefined && process.platform !== 'win32' && !isByNpm)
    process.execve(node, [node, ...args], process.env)
  process.exitCode = await runChild(node, args)
}
